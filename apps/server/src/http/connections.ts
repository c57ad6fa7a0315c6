import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler, Response } from 'express';

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

/** Knows which answers each open connection waits for: they are given in turn (RATE-4), and none is broken off (HTTP-8). */
export class Connections {
  /** The one that has been idle for longest stands first, unless it waits for an answer. */
  readonly open = new Map<Socket, Connection>();
  private closing = false;
  private count = 0;
  private held: (() => void)[] | null = null;

  constructor(
    /** A monotonic clock in milliseconds. */
    readonly now: () => number = () => performance.now(),
    private readonly most = Infinity,
  ) {}

  /** How many connections there have ever been. */
  get accepted(): number {
    return this.count;
  }

  watch(server: Server): void {
    server.on('connection', (socket) => {
      this.count += 1;
      if (this.open.size >= this.most) this.makeRoom(socket);
      const connection: Connection = {
        pending: [],
        quiet: 0,
        received: 0,
        receivedBefore: 0,
        ended: false,
        refusedAt: null,
        answeredEarly: null,
        taken: 0,
        takenAt: this.now(),
      };
      this.open.set(socket, connection);
      closeBehindRequest(socket, connection);
      // HTTP-9: who has closed its side sends nothing more.
      socket.once('end', () => endWithLast(connection));
      socket.once('close', () => this.open.delete(socket));
    });
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => this.refuseRest(error, socket));
    server.on('connect', ({ socket }) => this.refuseTunnel(socket));
  }

  /**
   * Goes before every other handler. RATE-4: requests that came on one connection together are answered one after another,
   * as their answers must leave anyway. So a client that sends a thousand and reads nothing holds one answer in memory, and
   * its end ends all work for it.
   */
  readonly handler: RequestHandler = (request, response, next) => {
    const { socket } = request;
    const connection = this.open.get(socket);
    if (!connection) return next();
    const { pending } = connection;
    const previous = pending.at(-1);
    if (connection.ended || (previous && saysClose(previous))) return;
    // Node's parser drops what came in one segment with such a request, so what comes later may not be the next request.
    connection.ended = request.headers.upgrade !== undefined;
    if (this.closing && previous) previous.shouldKeepAlive = true;
    if (this.closing || connection.ended) response.shouldKeepAlive = false;
    connection.answeredEarly = null;
    pending.push(response);
    response.on('close', () => {
      connection.ended ||= saysClose(response);
      if (!request.complete) connection.answeredEarly = request;
      pending.splice(pending.indexOf(response), 1);
      connection.receivedBefore = socket.bytesRead;
      if (this.open.delete(socket)) this.open.set(socket, connection);
    });
    const goOn = (): void => {
      // Asked only now: the answer before may have been given while requests were held.
      const before = pending[pending.indexOf(response) - 1];
      if (!before) return next();
      before.once('close', () => {
        if (!socket.destroyed) next();
      });
    };
    if (this.held) this.held.push(goOn);
    else goOn();
  };

  /**
   * What has come on the connection is not HTTP, or took too long. Requests before it are answered first: they are carried
   * out, and a 400 in place of their answers would say that they were not (RATE-4, WRITE-3).
   */
  private refuseRest(error: NodeJS.ErrnoException, socket: Socket): void {
    const connection = this.open.get(socket);
    if (!connection) return void socket.destroy(error);
    // The parser refuses each part of the rest.
    if (connection.refusedAt !== null) return;
    connection.refusedAt = this.now();
    connection.ended = true;
    const { pending, answeredEarly } = connection;
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
    const line = refusals.get(error.code ?? '') ?? '400 Bad Request';
    const answered = answeredEarly?.complete === false;
    if (socket.writable && !answered) socket.write(`HTTP/1.1 ${line}\r\nConnection: close\r\n\r\n`);
    end();
  }

  /** Node stops serving a socket on CONNECT, so answers still being sent need its errors and `drain` events from here. */
  private refuseTunnel(socket: Socket): void {
    socket.on('error', () => undefined);
    socket.on('drain', () => this.open.get(socket)?.pending[0]?.emit('drain'));
    this.refuseRest(new Error('The service opens no tunnels.'), socket);
  }

  /** Requests wait from now on: their answers would bring new ones. */
  hold(): void {
    this.held ??= [];
  }

  release(): void {
    const held = this.held ?? [];
    this.held = null;
    for (const next of held) next();
  }

  /** From now on the last answer on each connection says `Connection: close`, and the connection ends with it. */
  closeAfterAnswers(): void {
    this.closing = true;
    for (const connection of this.open.values()) endWithLast(connection);
  }

  /**
   * Ends the connections that owe no answer and have been quiet for so many checks: idle ones, and ones on which a request
   * began. Checks are counted and not time, since a busy process may not have read what came in that time. What still comes
   * behind the last answer counts as nothing.
   */
  closeQuiet({ idle, begun }: { readonly idle: number; readonly begun: number }): void {
    for (const [socket, connection] of this.open) {
      const { pending, received, receivedBefore, ended } = connection;
      const { bytesRead } = socket;
      connection.quiet = pending.length === 0 && (ended || bytesRead === received) ? connection.quiet + 1 : 0;
      connection.received = bytesRead;
      if (connection.quiet >= (bytesRead === receivedBefore ? idle : begun)) socket.destroy();
    }
  }

  /** Ends the connection that has waited for its next request for longest; where none does, the one that has just come. */
  private makeRoom(newest: Socket): void {
    for (const [socket, { pending }] of this.open) {
      if (pending.length > 0) continue;
      this.open.delete(socket);
      socket.destroy();
      return;
    }
    newest.destroy();
  }

  closeAll(): void {
    for (const socket of this.open.keys()) socket.destroy();
  }
}

/** As Node's own server answers what is not a request. */
const refusals: ReadonlyMap<string, string> = new Map([
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', '413 Payload Too Large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
]);

/**
 * RFC 9112, 9.6: a connection that is closed while its client still sends is reset, and the client may lose the answer: a
 * 401 or 415 that was given before the body had come. So only the service's side is closed, by the method with which Node
 * ends a connection behind its last answer; the rest of the request is read, for as long as a request may take.
 */
function closeBehindRequest(socket: Socket, connection: Connection): void {
  const close = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    const request = connection.pending[0]?.req;
    if (connection.refusedAt === null) {
      if (!request || request.complete) return close();
      request.once('end', close);
    }
    socket.end();
  };
}

function endWithLast({ pending }: Connection): void {
  const last = pending.at(-1);
  if (last && !last.headersSent) last.shouldKeepAlive = false;
}

const saysClose = (response: Response): boolean =>
  response.headersSent && (!response.shouldKeepAlive || response.getHeader('connection') === 'close');
