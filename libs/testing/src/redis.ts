import { isInstalled, ServerProcess } from './server-process.js';
import { freePort } from './sockets.js';

export const hasRedis = isInstalled('redis-server');

/** A Redis of the test's own, which can be ended, paused and started again at the same address. */
export class TestRedis {
  private readonly server = new ServerProcess({
    name: 'redis-server',
    output: 'stdout',
    ready: 'Ready to accept connections',
  });

  private constructor(private readonly port: number) {}

  static async start(): Promise<TestRedis> {
    const redis = new TestRedis(await freePort());
    await redis.start();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  start(): Promise<void> {
    const args = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    return this.server.start(args);
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  /** Connections stay, and nothing is answered. */
  pause(): void {
    this.server.signal('SIGSTOP');
  }

  goOn(): void {
    this.server.signal('SIGCONT');
  }
}
