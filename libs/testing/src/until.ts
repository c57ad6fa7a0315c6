import { setTimeout as sleep } from 'node:timers/promises';

type Condition = () => boolean | Promise<boolean>;

/** Milliseconds: polling without a pause would take CPU from the awaited work. */
const pause = 10;

/**
 * Waits until the condition holds. Fails if the work that should bring it about ends first, with its error or its
 * result.
 */
export async function until(condition: Condition, work?: Promise<unknown>): Promise<void> {
  let end: { readonly error: unknown } | undefined;
  work?.then(
    (result) => (end = { error: new Error('The work ended before the condition held.', { cause: result }) }),
    (error: unknown) => (end = { error }),
  );
  while (!(await condition())) {
    if (end) throw end.error;
    await sleep(pause);
  }
}
