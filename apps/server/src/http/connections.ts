import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import type { RequestHandler, Response } from 'express';
import { Configuration } from '@resource-catalogue/program';
import { Connection } from './connection.js';
import type { Rejection } from './parser-rejections.js';

/** Tracks pending responses per connection: sent in order (RATE-4), never aborted (HTTP-8). */
@Injectable()
export class Connections {
  /** Ordered by idle time, longest first; connections with a pending response do not count as idle. */
  readonly open = new Map<Socket, Connection>();
  private readonly maxOpen: number;
  private closing = false;
  private count = 0;
  private held: (() => void)[] | null = null;

  constructor(@Inject(Configuration) { maxConnections }: Pick<Configuration, 'maxConnections'>) {
    this.maxOpen = maxConnections;
  }

  /** Total number of connections so far. */
  get accepted(): number {
    return this.count;
  }

  watch(server: Server, rejection: Rejection = () => 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'): void {
    server.on('connection', (socket) => {
      this.count += 1;
      if (this.open.size >= this.maxOpen) this.makeRoom(socket);
      this.open.set(socket, new Connection(socket, rejection));
      socket.once('close', () => this.open.delete(socket));
    });
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
      const connection = this.open.get(socket);
      if (connection) connection.reject(error);
      else socket.destroy(error);
    });
    server.on('connect', ({ socket }) => this.rejectTunnel(socket));
  }

  /**
   * Runs before all other handlers. RATE-4: each pipelined request waits for the response before it, since responses
   * must be sent in order anyway. So a client that sends a thousand requests and reads nothing holds one
   * response in memory, and its end ends all work for it.
   */
  readonly handler: RequestHandler = (request, response, next) => {
    const { socket } = request;
    const connection = this.open.get(socket);
    if (!connection) return next();
    const { pending } = connection;
    const previous = pending.at(-1);
    if (connection.ended || (previous && saysClose(previous))) return;
    // Node's parser drops data that arrived in one segment with such a request, so later data may not be the next
    // request.
    connection.ended = request.headers.upgrade !== undefined;
    if (this.closing && previous) previous.shouldKeepAlive = true;
    if (this.closing || connection.ended) response.shouldKeepAlive = false;
    connection.respondedEarly = null;
    pending.push(response);
    response.on('close', () => {
      connection.ended ||= saysClose(response);
      if (!request.complete) connection.respondedEarly = request;
      pending.splice(pending.indexOf(response), 1);
      connection.receivedBefore = socket.bytesRead;
      if (this.open.delete(socket)) this.open.set(socket, connection);
    });
    const proceed = (): void => {
      // Checked only now: the previous response may have been sent while requests were held.
      const before = pending[pending.indexOf(response) - 1];
      if (!before) return next();
      before.once('close', () => {
        if (!socket.destroyed) next();
      });
    };
    if (this.held) this.held.push(proceed);
    else proceed();
  };

  /** Node stops serving a socket on CONNECT, so responses in progress need its errors and `drain` events from here. */
  private rejectTunnel(socket: Socket): void {
    const connection = this.open.get(socket);
    socket.on('error', () => undefined);
    socket.on('drain', () => connection?.pending[0]?.emit('drain'));
    connection?.reject(new Error('The service does not support CONNECT.'));
  }

  /** Holds new requests: a response to one would let the client send the next. */
  hold(): void {
    this.held ??= [];
  }

  release(): void {
    const held = this.held ?? [];
    this.held = null;
    for (const next of held) next();
  }

  /** From now on the last response on each connection has `Connection: close`, and the connection ends with it. */
  closeAfterResponses(): void {
    this.closing = true;
    for (const connection of this.open.values()) connection.endWithLast();
  }

  /**
   * Closes connections without pending responses that were silent for this many checks: idle ones, and those with an
   * incomplete request. Checks are counted rather than time, because a busy process may not have read pending data.
   * Data after the last response is ignored.
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

  /** Closes the connection that has waited longest for its next request; if none does, the newest. */
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

const saysClose = (response: Response): boolean =>
  response.headersSent && (!response.shouldKeepAlive || response.getHeader('connection') === 'close');
