/** What of an attempt decides whether another may follow. */
export interface Failure {
  /** The status, or undefined if there was no whole answer. */
  readonly status: number | undefined;
  /** Whether the answer asked to wait. */
  readonly askedToWait: boolean;
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request may be sent again. What is known not to have been carried out may always be; what perhaps was, only if
 * doing it twice is the same as doing it once.
 *
 * | Failure                              | GET | POST, PATCH | POST, PATCH with idempotency key |
 * | ------------------------------------ | --- | ----------- | -------------------------------- |
 * | 429                                  | yes | yes         | yes                              |
 * | no whole answer, timeout, 408, 5xx   | yes | no          | yes                              |
 * | 409 with `Retry-After` (WRITE-7)     | no  | no          | yes                              |
 * | any other                            | no  | no          | no                               |
 */
export function mayRepeat(method: string, hasIdempotencyKey: boolean, { status, askedToWait }: Failure): boolean {
  if (status === 429) return true;
  if (status === 409) return hasIdempotencyKey && askedToWait;
  if (status !== undefined && status !== 408 && status < 500) return false;
  return hasIdempotencyKey || safeMethods.has(method);
}

/** Milliseconds to wait before the attempt after `attempts`: full jitter below 0.5 s, 1 s, 2 s, … up to 8 s. */
export function backoffMs(attempts: number, random: number): number {
  return random * Math.min(8000, 500 * 2 ** (attempts - 1));
}

/** Milliseconds to wait before another attempt: as long as was asked, or a backoff, also if no wait at all was asked. */
export function waitBefore(asked: number | undefined, attempts: number, random: number): number {
  return asked !== undefined && asked > 0 ? asked : backoffMs(attempts, random);
}
