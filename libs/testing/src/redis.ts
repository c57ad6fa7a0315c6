import { isInstalled, ServerProcess } from './server-process.js';
import { freePort } from './sockets.js';

export const hasRedis = isInstalled('redis-server');

/** The test's own Redis, which can be stopped, paused and restarted at the same address. */
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

  /** Keeps connections open but stops responding. */
  pause(): void {
    this.server.signal('SIGSTOP');
  }

  resume(): void {
    this.server.signal('SIGCONT');
  }
}
