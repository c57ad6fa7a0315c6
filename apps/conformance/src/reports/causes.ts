import { mistakeWords, describeSymptom } from '../kit/explain.js';
import { grouped } from '../grouped.js';
import { type Finding, idOfResult, type Result } from '../run/result.js';
import { parsePairs, getQuery } from '../target/query.js';

/** The failed results of one check, and those of the checks that probably failed because of it. */
export interface Cause {
  readonly results: readonly Result[];
  readonly consequences: readonly (readonly Result[])[];
}

interface Shape {
  readonly url: string;
  readonly path: string;
  readonly symptom: string;
  readonly mistake: string;
  /** Whether the failure is a wrong links.next (`isOfLink`), or was reached by one (`isLinked`). */
  readonly isOfLink: boolean;
  readonly isLinked: boolean;
  /** The parameters of the smallest request, without values that differ between collections. */
  readonly tokens: ReadonlySet<string>;
  readonly operators: ReadonlySet<string>;
}

function toShape({ finding }: Result): Shape | null {
  const [, url = ''] = /'(https?:\/\/[^']*)'$/.exec((finding?.smallest ?? finding)?.curl.at(-1) ?? '') ?? [];
  if (finding === null || url === '') return null;
  const names = parsePairs(getQuery(url)).map(([name, value]) =>
    name === 'sort' ? `sort=${value.replace('-', '')}` : name.replace(/\[\]$/, ''),
  );
  const tokens = names.filter((name) => name !== 'limit');
  // After a cursor the page is wrong, regardless of the filter that shows it.
  const isLater = tokens.includes('cursor');
  const operators = tokens.map((token) => token.replace(isLater ? /^(filters).*/ : /^filters\[\w*\]|=.*/, '$1'));
  return {
    url,
    path: url.replace(/\?.*/, '').replace(/[0-9a-f-]{36}/, '{id}'),
    symptom: describeSymptom(finding),
    mistake: describeMistake(finding),
    isOfLink: finding.expected.startsWith('links.next'),
    isLinked: finding.notes.some((note) => /own links\.next .*, which /.test(note)),
    tokens: new Set(tokens),
    operators: new Set(operators),
  };
}

/** The mistake that explains the rows, regardless of the operator; for a problem, its detail. */
function describeMistake({ expected, observed, notes, answer }: Finding): string {
  const [, detail] = /^[45]\d\d .*"detail":"([^"]*)"/.exec(answer) ?? [];
  const note = notes.find((one) => one.startsWith(mistakeWords)) ?? (expected.includes('next page') ? observed : '');
  return detail ?? note.replace(/(?<=filters\[\w+\])\[\w+\]/g, '');
}

const isIn = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  [...some].every((one) => others.has(one));

/** Whether a server with the first failure is likely to have the second one as well. */
function explains(
  cause: readonly Result[],
  results: readonly Result[],
  shapes: ReadonlyMap<Result, Shape | null>,
): boolean {
  const [first, second] = [cause[0] && shapes.get(cause[0]), results[0] && shapes.get(results[0])];
  if (!first || !second) return false;
  if (first.url === second.url) return true;
  if (first.isOfLink && second.isLinked) return true;
  if (first.symptom !== second.symptom) return false;
  // On one collection, the field must be the same as well.
  const anywhere = ({ mistake }: Shape): string =>
    cause.length > 1 ? mistake.replace(/filters\[\w+\]/g, 'filters') : mistake;
  if (first.mistake !== '' && anywhere(first) === anywhere(second)) return true;
  // Wrong rows and failed good queries are too common, so one request must also contain the other.
  if (!/^(?:rows$|a good query|a list|an answer)/.test(first.symptom)) return true;
  const paths = new Set(cause.map((result) => shapes.get(result)?.path));
  const isThere = results.every((result) => paths.has(shapes.get(result)?.path));
  if (cause.length > 1 && first.tokens.size > 0) return isIn(first.operators, second.operators);
  return isThere && isIn(first.tokens, second.tokens);
}

/** Groups the failures of a run by probable cause, the simplest requests first. */
export function findCauses(results: readonly Result[]): Cause[] {
  const broken = results.filter(({ outcome }) => outcome === 'failed' || outcome === 'errored');
  const shapes = new Map(broken.map((result) => [result, toShape(result)]));
  // The result with the smallest request stands for its check.
  const groups = [...grouped(broken, ({ check }) => check).values()].map((own) =>
    [...own].sort((a, b) => Number(!a.finding?.smallest) - Number(!b.finding?.smallest)),
  );
  // Of two equally simple requests, prefer the check whose rule is about their parameters.
  const sizeOf = ([first]: readonly Result[]): number => {
    const tokens = [...((first && shapes.get(first)?.tokens) ?? [])];
    const about = tokens.includes('cursor')
      ? 'PAGE'
      : tokens.some((token) => token.startsWith('filters'))
        ? 'FILT'
        : 'SORT';
    return tokens.length + (tokens.length === 0 || first?.rules[0]?.startsWith(about) ? 0 : 0.5);
  };
  const causes: { results: readonly Result[]; consequences: (readonly Result[])[] }[] = [];
  for (const own of groups.sort((a, b) => sizeOf(a) - sizeOf(b))) {
    const cause = causes.find((one) => explains(one.results, own, shapes));
    if (cause) cause.consequences.push(own);
    else causes.push({ results: own, consequences: [] });
  }
  return causes;
}

/** Maps each failure that another one probably explains to the id of that one. */
export function explanations(causes: readonly Cause[]): ReadonlyMap<Result, string> {
  return new Map(
    causes.flatMap(({ results: [first], consequences }) =>
      consequences.flat().map((result) => [result, first ? idOfResult(first) : ''] as const),
    ),
  );
}

/** A check and the subjects on which it failed, in a few words. */
export function describePlaces(results: readonly Result[]): string {
  const [first, ...others] = results;
  return `${first?.check} on ${first?.subject}${others.length > 0 ? ` and ${others.length} more` : ''}`;
}
