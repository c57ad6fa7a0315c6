import { connect, createServer, type Socket } from 'node:net';
import { listen } from './sockets.js';

/** A name of the primary that moves, as a load balancer or DNS has it. */
export class MovingName {
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((socket) => this.pass(socket));
  port = 0;

  constructor(private target: number) {}

  async open(): Promise<void> {
    this.port = await listen(this.server);
  }

  moveTo(port: number): void {
    this.target = port;
    for (const socket of this.sockets) socket.destroy();
  }

  close(): void {
    this.moveTo(0);
    this.server.close();
  }

  private pass(socket: Socket): void {
    const server = connect(this.target, '127.0.0.1');
    for (const each of [socket, server]) {
      this.sockets.add(each);
      each.on('error', () => each.destroy()).on('close', () => this.sockets.delete(each));
    }
    socket.pipe(server).pipe(socket);
  }
}
