import { isObject, type JsonObject, sameJson, toText, valuesAt } from '../../json.js';
import { expectEqual } from '../assertions/answer.js';
import { expectSame, type Written } from '../assertions/written-project.js';
import { violated } from '../context/check.js';

/** The steps after a PATCH: a number keeps the step at that index, a text is the title of a new one. */
export type Arrangement = readonly (number | string)[];

const listSteps = ({ project }: Written): JsonObject[] => valuesAt(project, 'steps[]').filter((step) => isObject(step));

/** The `steps` of the PATCH: kept ones with their ids, new ones without. */
export function arrangedSteps(arrangement: Arrangement, before: Written): JsonObject[] {
  const former = listSteps(before);
  return arrangement.map((step) => {
    if (typeof step === 'string') return { title: step, description: `*${step}* it.` };
    const { id = null, title = null, description = null } = former[step] ?? {};
    return { id, title, description };
  });
}

/** Expects kept steps to be unchanged in their new positions, and new ones to have new ids (section 9). */
export function expectArranged(arrangement: Arrangement, before: Written, after: Written): void {
  const [former, steps] = [listSteps(before), listSteps(after)];
  const { exchange } = after;
  expectEqual('the number of steps', steps.length, arrangement.length, exchange);
  for (const [index, step] of steps.entries()) {
    const from = arrangement[index];
    if (typeof from === 'number')
      expectEqual(
        `the former step ${from + 1} as step ${index + 1}`,
        step,
        { ...former[from], position: index + 1 },
        exchange,
      );
    else if (former.some(({ id }) => id === step['id']))
      violated(`a new id for the new step ${index + 1}`, toText(step['id']), exchange);
  }
}

/** Expects `updated_at` and the ETag to move exactly if the project changed, including the order of steps (WRITE-4). */
export function expectMovedByChange(before: Written, after: Written): void {
  const [was, is] = [before, after].map(({ project }) => toText(project['updated_at']));
  if (sameJson({ ...before.project, updated_at: null }, { ...after.project, updated_at: null }))
    return expectSame(before, after);
  if ((is ?? '') <= (was ?? '')) violated(`updated_at later than ${was}`, String(is), after.exchange);
  if (after.tag === before.tag) violated('another ETag for another body', after.tag, after.exchange);
}
