import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Response } from 'express';
import type { ParserError, Refusal } from './parser-refusals.js';

/** What the service knows of one open connection. */
export class Connection {
  /** Answers that are not yet given, the newest last: clients may send several requests before the first answer. */
  readonly pending: Response[] = [];
  /** How many checks ago something was last seen to happen. */
  quiet = 0;
  /** Bytes received by then, and by the last answer: more than those are the beginning of a request. */
  received = 0;
  receivedBefore = 0;
  /** Whether requests that still come are neither carried out nor answered (RFC 9112, 9.6). */
  ended = false;
  /** When the parser refused what came; what still comes is read and ignored until the client ends its side. */
  refusedAt: number | null = null;
  /** The request before the next one, where it was answered before its end. */
  answeredEarly: IncomingMessage | null = null;
  /** Bytes that the client's side has taken since the connection began, and when their number last grew. */
  taken = 0;
  takenAt = performance.now();

  constructor(
    private readonly socket: Socket,
    private readonly refusal: Refusal,
  ) {
    this.closeBehindRequest();
    // HTTP-9: a client that has closed its side sends nothing more.
    socket.once('end', () => this.endWithLast());
  }

  /** Lets the connection end with the last answer that it waits for. */
  endWithLast(): void {
    const last = this.pending.at(-1);
    if (last && !last.headersSent) last.shouldKeepAlive = false;
  }

  /**
   * What has come is not HTTP, or took too long. Requests before it are answered first: they are carried out, and a 400 in
   * place of their answers would say that they were not (RATE-4, WRITE-3).
   */
  refuse(error: ParserError & Error): void {
    // The parser refuses each part of the rest.
    if (this.refusedAt !== null) return;
    this.refusedAt = performance.now();
    this.ended = true;
    const { pending, socket } = this;
    // RFC 9112, 9.6: a reset would take the answer from a client that still sends.
    const end = (): void => void (error.code?.startsWith('HPE_') ? socket.end().resume() : socket.destroy(error));
    const last = pending.findLast(({ req, headersSent }) => req.complete || headersSent);
    if (last) {
      socket.pause();
      if (!last.headersSent) last.shouldKeepAlive = false;
      last.once('close', end);
      return;
    }
    pending.length = 0;
    const answered = this.answeredEarly?.complete === false;
    if (socket.writable && !answered) socket.write(this.refusal(error, socket));
    end();
  }

  /**
   * RFC 9112, 9.6: a connection that is closed while its client still sends is reset, and the client may lose the answer: a
   * 401 or 415 that was given before the body had come. So only the service's side is closed, by the method with which Node
   * ends a connection behind its last answer; the rest of the request is read, for as long as a request may take.
   */
  private closeBehindRequest(): void {
    const { socket } = this;
    const close = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      const request = this.pending[0]?.req;
      if (this.refusedAt === null) {
        if (!request || request.complete) return close();
        request.once('end', close);
      }
      socket.end();
    };
  }
}
