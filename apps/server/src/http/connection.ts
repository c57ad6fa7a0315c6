import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Response } from 'express';
import type { ParserError, Rejection } from './parser-rejections.js';

/** The state of one open connection. */
export class Connection {
  /** Pending responses, newest last: clients may pipeline requests. */
  readonly pending: Response[] = [];
  /** Number of checks since the last activity. */
  quiet = 0;
  /** Bytes received until the last activity, and until the last response; later bytes begin a new request. */
  received = 0;
  receivedBefore = 0;
  /** Whether later requests are ignored (RFC 9112, 9.6). */
  ended = false;
  /** When the parser rejected the data; the rest is read and ignored until the client closes its side. */
  rejectedAt: number | null = null;
  /** The latest request, if its response was sent before the request was complete. */
  respondedEarly: IncomingMessage | null = null;
  /** Bytes that the client has read since the connection began, and when that number last grew. */
  taken = 0;
  takenAt = performance.now();

  constructor(
    private readonly socket: Socket,
    private readonly formatRejection: Rejection,
  ) {
    this.closeBehindRequest();
    // HTTP-9: a client that has closed its side sends nothing more.
    socket.once('end', () => this.endWithLast());
  }

  /** Lets the connection end with its last pending response. */
  endWithLast(): void {
    const last = this.pending.at(-1);
    if (last && !last.headersSent) last.shouldKeepAlive = false;
  }

  /**
   * Handles data that is not HTTP, or that came too late. Earlier requests get their responses first: they are carried
   * out, and a 400 instead of their responses would suggest otherwise (RATE-4, WRITE-3).
   */
  reject(error: ParserError & Error): void {
    // The parser reports each later part again.
    if (this.rejectedAt !== null) return;
    this.rejectedAt = performance.now();
    this.ended = true;
    const { pending, socket } = this;
    // RFC 9112, 9.6: a reset would discard the response for a client that is still sending.
    const end = (): void => void (error.code?.startsWith('HPE_') ? socket.end().resume() : socket.destroy(error));
    const last = pending.findLast(({ req, headersSent }) => req.complete || headersSent);
    if (last) {
      socket.pause();
      if (!last.headersSent) last.shouldKeepAlive = false;
      last.once('close', end);
      return;
    }
    pending.length = 0;
    const responded = this.respondedEarly?.complete === false;
    if (socket.writable && !responded) socket.write(this.formatRejection(error, socket));
    end();
  }

  /**
   * RFC 9112, 9.6: closing a connection while its client is sending resets it, and the client may lose the response,
   * such as a 401 or 415 before the body. So only the service's side is closed, and the rest of the request is read for
   * as long as a request may take. Node calls `destroySoon` after its last response and has no option for this; without
   * the replacement, clients lose such responses, and the 400 for an invalid body (RATE-4).
   */
  private closeBehindRequest(): void {
    const { socket } = this;
    const close = socket.destroySoon.bind(socket);
    socket.destroySoon = () => {
      const request = this.pending[0]?.req;
      if (this.rejectedAt === null) {
        if (!request || request.complete) return close();
        request.once('end', close);
      }
      socket.end();
    };
  }
}
