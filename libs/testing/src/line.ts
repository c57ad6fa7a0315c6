import { connect, createServer, type Socket } from 'node:net';
import { listen } from './sockets.js';

/** A line to a server that can be cut, or left open but silent. */
export interface Line {
  readonly port: number;
  /** Breaks every connection, and refuses new ones until it is mended. */
  cut(): void;
  mend(): void;
  /** Lets nothing more through on the connections that there are; new ones work. */
  hush(): void;
  /** Falls silent once the server answers something with this text, which never arrives, and nor does what follows. */
  hushAt(text: string, seen: () => void): void;
  close(): Promise<void>;
}

interface Watch {
  readonly text: string;
  readonly seen: () => void;
}

export async function openLine(host: string, port: number): Promise<Line> {
  const sockets = new Set<Socket>();
  let open = true;
  let watch: Watch | null = null;
  const hush = (): void => {
    for (const socket of sockets) socket.unpipe().pause();
  };
  const server = createServer((near) => {
    if (!open) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(port, host);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    near.pipe(far);
    far.on('data', (chunk: Buffer) => {
      if (!watch || !chunk.includes(watch.text)) {
        near.write(chunk);
        return;
      }
      watch.seen();
      watch = null;
      hush();
    });
    far.on('end', () => near.end());
  });
  const ownPort = await listen(server);
  const cut = (): void => {
    open = false;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: ownPort,
    cut,
    mend: () => {
      open = true;
    },
    hush,
    hushAt: (text, seen) => {
      watch = { text, seen };
    },
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A line to the server of a PostgreSQL URL, and the URL that leads through it. */
export async function lineTo(databaseUrl: string | null): Promise<{ readonly line: Line; readonly url: string }> {
  const url = new URL(databaseUrl ?? '');
  const line = await openLine(url.hostname, Number(url.port || '5432'));
  url.hostname = '127.0.0.1';
  url.port = String(line.port);
  return { line, url: url.href };
}
