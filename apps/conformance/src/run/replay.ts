import type { Ask } from '../target/target.js';
import type { Task } from './plan.js';
import type { FindingRequest, TokenName } from './result.js';

export interface Replay {
  readonly check: string;
  readonly subject: string;
  readonly requests: readonly FindingRequest[] | null;
}

export const isWanted = ({ check, subject }: Task, replay: Replay | undefined): boolean =>
  replay === undefined || (check.id === replay.check && subject === replay.subject);

/** The request as it was sent then, with the tokens of today. */
export function askOf(
  { method, path, headers, body, token }: FindingRequest,
  tokens: ReadonlyMap<TokenName, string>,
): Ask {
  const ask = { method, path, headers, showLimit: true, ...(body !== null && { body }) };
  return token === 'first' ? ask : { ...ask, token: (token && tokens.get(token)) ?? null };
}
