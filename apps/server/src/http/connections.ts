import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { RequestHandler, Response } from 'express';

interface Connection {
  /** Answers that are not yet given, the newest last: clients may send several requests before the first answer. */
  readonly pending: Response[];
  /** How many checks ago something was last seen to happen. */
  quiet: number;
  /** Bytes received by then, and by the last answer: more than those are the beginning of a request. */
  received: number;
  receivedBefore: number;
  /** Whether an answer with `Connection: close` has gone out. */
  over: boolean;
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
      const connection = {
        pending: [],
        quiet: 0,
        received: 0,
        receivedBefore: 0,
        over: false,
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
  }

  /**
   * Goes before every other handler. RATE-4: requests that came on one connection together are answered one after another,
   * as their answers must leave anyway. So a client that sends a thousand and reads nothing holds one answer in memory, and
   * its end ends all work for it.
   */
  readonly handler: RequestHandler = ({ socket }, response, next) => {
    const connection = this.open.get(socket);
    if (!connection) return next();
    const { pending } = connection;
    const previous = pending.at(-1);
    // RFC 9112, 9.6: what comes after the announced end is neither carried out nor answered.
    if (connection.over || (previous && saysClose(previous))) return;
    if (this.closing) {
      if (previous) previous.shouldKeepAlive = true;
      response.shouldKeepAlive = false;
    }
    pending.push(response);
    response.on('close', () => {
      connection.over ||= saysClose(response);
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
   * What has come on the connection is no HTTP, or took too long. The requests before it that are whole are answered first: they
   * are carried out, and a 400 in the place of their answers would say that they were not (RATE-4, WRITE-3).
   */
  private refuseRest(error: NodeJS.ErrnoException, socket: Socket): void {
    const { pending = [] } = this.open.get(socket) ?? {};
    const last = pending.findLast(({ req }) => req.complete);
    if (!last) {
      const begun = pending.some(({ headersSent }) => headersSent);
      const line = refusals.get(error.code ?? '') ?? '400 Bad Request';
      if (socket.writable && !begun) socket.write(`HTTP/1.1 ${line}\r\nConnection: close\r\n\r\n`);
      socket.destroy(error);
      return;
    }
    socket.pause();
    if (!last.headersSent) last.shouldKeepAlive = false;
    last.once('close', () => socket.destroy(error));
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
      const { pending, received, receivedBefore, over } = connection;
      const { bytesRead } = socket;
      connection.quiet = pending.length === 0 && (over || bytesRead === received) ? connection.quiet + 1 : 0;
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
function closeBehindRequest(socket: Socket, { pending }: Connection): void {
  const close = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    const request = pending[0]?.req;
    if (!request || request.complete) return close();
    request.once('end', close);
    socket.end();
  };
}

function endWithLast({ pending }: Connection): void {
  const last = pending.at(-1);
  if (last && !last.headersSent) last.shouldKeepAlive = false;
}

const saysClose = (response: Response): boolean =>
  response.headersSent && (!response.shouldKeepAlive || response.getHeader('connection') === 'close');

/** Milliseconds that a client may take nothing. A system's own buffer takes an answer in large steps, so a slow reader looks idle in between. */
const readTimeout = 60_000;

/** Milliseconds between checks: how much can be added in between is what the service can make in this time. */
const pause = 250;

/** A body is written in parts of so many bytes: of one that is written at once nobody could see whether it is being read. */
const part = 256 * 1024;

const unwritten = new WeakMap<ServerResponse, number>();

/** Returns at once: whoever waited for the client would keep all that the body was made of. */
export function writeInParts(response: ServerResponse, body: Buffer): void {
  if (body.length <= part) {
    response.end(body);
    return;
  }
  let rest = body;
  const more = (): void => {
    while (rest.length > part) {
      const taken = response.write(rest.subarray(0, part));
      rest = rest.subarray(part);
      unwritten.set(response, rest.length);
      if (!taken) return;
    }
    response.off('drain', more);
    unwritten.delete(response);
    response.end(rest);
  };
  response.on('drain', more);
  more();
}

/** RATE-4: closes the connections whose clients do not take their answers, which wait in memory until then. */
export class UnreadAnswers {
  /** `most` bytes may wait for all clients together. */
  constructor(
    private readonly connections: Connections,
    private readonly most: number,
  ) {}

  watch(server: Server): void {
    const timer = setInterval(() => this.check(), pause).unref();
    server.once('close', () => clearInterval(timer));
  }

  check(): void {
    const now = this.connections.now();
    let total = 0;
    const waiting: { socket: Socket; bytes: number; takenAt: number }[] = [];
    for (const [socket, connection] of this.connections.open) {
      const bytes = waitingBytes(connection);
      const taken = socket.bytesWritten - socket.writableLength;
      if (bytes === 0 || taken !== connection.taken) Object.assign(connection, { taken, takenAt: now });
      if (bytes === 0) continue;
      if (now - connection.takenAt >= readTimeout) socket.destroy();
      else waiting.push({ socket, bytes, takenAt: connection.takenAt });
    }
    for (const { bytes } of waiting) total += bytes;
    waiting.sort((left, right) => left.takenAt - right.takenAt);
    for (const { socket, bytes } of waiting) {
      if (total <= this.most) return;
      socket.destroy();
      total -= bytes;
    }
  }
}

/** Pipelined answers wait one behind the other. Only the first has the socket, and counts what waits there. */
function waitingBytes({ pending }: Connection): number {
  let bytes = 0;
  for (const answer of pending) bytes += answer.writableLength + (unwritten.get(answer) ?? 0);
  return bytes;
}
