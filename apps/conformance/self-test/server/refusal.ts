import type { FaultCode, ProblemCode } from '@resource-catalogue/contracts';

/** One entry of a problem's `errors` (ERR-2). */
export interface Flaw {
  readonly place: 'parameter' | 'pointer' | 'header';
  readonly at: string;
  readonly code: FaultCode;
  readonly detail: string;
}

export const parameterFlaw = (at: string, code: FaultCode, detail: string): Flaw => ({
  place: 'parameter',
  at,
  code,
  detail,
});

export const pointerFlaw = (at: string, code: FaultCode, detail: string): Flaw => ({
  place: 'pointer',
  at: at.toWellFormed(),
  code,
  detail,
});

/** A request that is answered with a problem. */
export class Refusal extends Error {
  constructor(
    readonly code: ProblemCode,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
    readonly flaws: readonly Flaw[] = [],
  ) {
    super(message);
  }
}

/** The refusal of what has flaws; a cursor alone has a code of its own (ERR-4). */
export function refusalOf(flaws: readonly Flaw[]): Refusal {
  const cursorAlone = flaws.every(({ code }) => code === 'invalid_cursor');
  const [code, message] = cursorAlone
    ? (['invalid_cursor', 'The cursor does not fit this list.'] as const)
    : (['invalid_request', 'The request has faults: see errors.'] as const);
  return new Refusal(code, message, {}, flaws);
}
