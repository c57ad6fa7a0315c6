import { setTimeout as sleep } from 'node:timers/promises';

/** Sends each of the requests again and again, three at a time, to a service that may be unable to answer for a while. */
export class Load {
  /** What came back that is neither done nor a 503 that says when to ask again. */
  readonly unexpected = new Set<string>();
  private readonly callers: Promise<void>[];
  private answers = 0;
  private stopped = false;

  constructor(requests: readonly (() => Promise<Response>)[]) {
    this.callers = [...requests, ...requests, ...requests].map(async (request) => {
      while (!this.stopped) await this.send(request);
    });
  }

  /** Resolves when as many answers more have come as there are callers. */
  async moved(): Promise<void> {
    const target = this.answers + this.callers.length;
    while (this.answers < target && !this.stopped) await sleep(5);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.callers);
  }

  private async send(request: () => Promise<Response>): Promise<void> {
    try {
      const answer = await request();
      await answer.arrayBuffer();
      const refused = answer.status === 503 && answer.headers.get('retry-after') !== null;
      if (![200, 201].includes(answer.status) && !refused) this.unexpected.add(`status ${answer.status}`);
    } catch (error) {
      this.unexpected.add(String(error));
      this.stopped = true;
    }
    this.answers += 1;
  }
}
