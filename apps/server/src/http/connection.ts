import type { IncomingMessage } from 'node:http';
import type { Response } from 'express';

/** What the service knows of one open connection. */
export interface Connection {
  /** Answers that are not yet given, the newest last: clients may send several requests before the first answer. */
  readonly pending: Response[];
  /** How many checks ago something was last seen to happen. */
  quiet: number;
  /** Bytes received by then, and by the last answer: more than those are the beginning of a request. */
  received: number;
  receivedBefore: number;
  /** Whether requests that still come are neither carried out nor answered (RFC 9112, 9.6). */
  ended: boolean;
  /** When the parser refused what came; what still comes is read and ignored until the client ends its side. */
  refusedAt: number | null;
  /** The request before the next one, where it was answered before its end. */
  answeredEarly: IncomingMessage | null;
  /** Bytes that the client's side has taken since the connection began, and when their number last grew. */
  taken: number;
  takenAt: number;
}
