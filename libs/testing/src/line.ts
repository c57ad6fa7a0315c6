import { connect, createServer, type Socket } from 'node:net';
import { listen } from './sockets.js';

/** A connection to a server that can be cut, silenced, or moved to another port, as a load balancer or DNS does. */
export class Line {
  port = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server = createServer((socket) => this.pass(socket));
  private open = true;
  private watch: { readonly text: string; readonly seen: () => void } | null = null;

  private constructor(
    private readonly host: string,
    private target: number,
  ) {}

  static async to(host: string, target: number): Promise<Line> {
    const line = new Line(host, target);
    line.port = await listen(line.server);
    return line;
  }

  /** Breaks every connection and rejects new ones until it is restored. */
  cut(): void {
    this.open = false;
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  restore(): void {
    this.open = true;
  }

  /** Closes every connection; new ones lead to the other port. */
  moveTo(target: number): void {
    this.target = target;
    for (const socket of this.sockets) socket.destroy();
  }

  /** Stops all data on existing connections; new ones work. */
  silence(): void {
    for (const socket of this.sockets) socket.unpipe().pause();
  }

  /** Falls silent once the server sends this text; neither it nor anything after it arrives. */
  silenceAt(text: string, seen: () => void): void {
    this.watch = { text, seen };
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private pass(near: Socket): void {
    if (!this.open) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(this.target, this.host);
    for (const socket of [near, far]) {
      this.sockets.add(socket);
      socket.on('error', () => near.destroy()).on('close', () => this.sockets.delete(socket));
    }
    near.pipe(far);
    far.on('data', (chunk: Buffer) => {
      if (!this.watch || !chunk.includes(this.watch.text)) {
        near.write(chunk);
        return;
      }
      this.watch.seen();
      this.watch = null;
      this.silence();
    });
    far.on('end', () => near.end());
  }
}

/** A line to the server of a PostgreSQL URL, and the URL that leads through it. */
export async function lineTo(databaseUrl: string): Promise<{ readonly line: Line; readonly url: string }> {
  const url = new URL(databaseUrl);
  const line = await Line.to(url.hostname, Number(url.port || '5432'));
  url.hostname = '127.0.0.1';
  url.port = String(line.port);
  return { line, url: url.href };
}
