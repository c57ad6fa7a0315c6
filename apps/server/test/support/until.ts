import { setImmediate as turn } from 'node:timers/promises';

type Condition = () => boolean | Promise<boolean>;

/**
 * Until the condition holds, which is asked in every turn of the event loop. Fails when the work ends first, from which it
 * would come about: with its error, or else with what it answered.
 */
export async function until(condition: Condition, work?: Promise<unknown>): Promise<void> {
  let end: { readonly error: unknown } | undefined;
  work?.then(
    (result) => (end = { error: new Error('It ended before what was awaited.', { cause: result }) }),
    (error: unknown) => (end = { error }),
  );
  while (!(await condition())) {
    if (end) throw end.error;
    await turn();
  }
}
