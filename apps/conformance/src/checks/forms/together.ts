import { grouped } from '../../grouped.js';

/** As many cases are sent in one request. */
const most = 10;

/**
 * Cases that one request can have in it together: of one group, and such that each goes with each other. Those without a
 * group stay alone.
 */
export function together<Case>(
  cases: readonly Case[],
  groupOf: (one: Case) => string | null,
  goTogether: (one: Case, other: Case) => boolean,
): Case[][] {
  return [...grouped(cases, (one) => groupOf(one) ?? '')].flatMap(([group, own]) => {
    if (group === '') return own.map((one) => [one]);
    const requests: Case[][] = [];
    for (const one of own) {
      const request = requests.find((all) => all.length < most && all.every((other) => goTogether(one, other)));
      if (request) request.push(one);
      else requests.push([one]);
    }
    return requests;
  });
}
