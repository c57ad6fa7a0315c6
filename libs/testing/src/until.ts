import { setTimeout as sleep } from 'node:timers/promises';

type Condition = () => boolean | Promise<boolean>;

/** In milliseconds: to ask without a pause would take the processor from what is awaited. */
const pause = 10;

/**
 * Until the condition holds, which is asked again and again. Fails when the work ends first, from which it would come about:
 * with its error, or else with what it answered.
 */
export async function until(condition: Condition, work?: Promise<unknown>): Promise<void> {
  let end: { readonly error: unknown } | undefined;
  work?.then(
    (result) => (end = { error: new Error('It ended before what was awaited.', { cause: result }) }),
    (error: unknown) => (end = { error }),
  );
  while (!(await condition())) {
    if (end) throw end.error;
    await sleep(pause);
  }
}
