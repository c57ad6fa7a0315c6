import { setTimeout as sleep } from 'node:timers/promises';
import { projectsPath } from '../../projects/support/workshop.js';

interface Target {
  readonly url: string;
  readonly token: string;
  /** Of a project that is read and changed. */
  readonly project: string;
  readonly author: string;
}

/** Two lists, a get, a change and a creation. */
export function usualRequests({ url, token, project, author }: Target): (() => Promise<Response>)[] {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const to =
    (path: string, method = 'GET', body?: object) =>
    (): Promise<Response> =>
      fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return [
    to('/api/v1/members?limit=5'),
    to('/api/v1/bookings?limit=5'),
    to(`${projectsPath}/${project}`),
    to(`${projectsPath}/${project}`, 'PATCH', { summary: 'again' }),
    to(projectsPath, 'POST', { name: 'Under load', author_id: author }),
  ];
}

/** How many send each request, and how long each of them waits after an answer, in milliseconds. */
const hard = { callers: 3, pause: 0 };

/** Enough where the load is to tell what was answered at any time. As much as is possible takes a processor for as long. */
export const steady = process.env['EXHAUSTIVE'] ? hard : { callers: 1, pause: 50 };

const usual = [200, 201, 503];

/** Sends each of the requests again and again to a service that may be unable to answer for a while. */
export class Load {
  /** What came back that is neither done nor a 503 that says when to ask again. */
  readonly unexpected = new Set<string>();
  private readonly callers: Promise<void>[];
  /** What each caller was answered last. */
  private readonly latest: number[] = [];
  private answers = 0;
  private stopped = false;

  /** Where 503 is not among the answers that are expected, none may be refused. */
  constructor(
    requests: readonly (() => Promise<Response>)[],
    private readonly expected: readonly number[] = usual,
    private readonly pace = hard,
  ) {
    const all = Array.from({ length: pace.callers }, () => requests).flat();
    this.callers = all.map((request, caller) => this.call(request, caller));
  }

  get count(): number {
    return this.answers;
  }

  /** Resolves when as many answers more have come as there are callers. */
  async moved(): Promise<void> {
    const target = this.answers + this.callers.length;
    await this.until(() => this.answers >= target);
  }

  /** Resolves when the last answer to every caller is such. */
  async answered(isSuch: (status: number) => boolean): Promise<void> {
    await this.until(() => this.callers.every((_, caller) => isSuch(this.latest[caller] ?? 0)));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.callers);
  }

  private async until(condition: () => boolean): Promise<void> {
    while (!condition() && !this.stopped) await sleep(5);
  }

  private async call(request: () => Promise<Response>, caller: number): Promise<void> {
    while (!this.stopped) {
      try {
        const answer = await request();
        await answer.arrayBuffer();
        const hurried = answer.status === 503 && answer.headers.get('retry-after') === null;
        if (!this.expected.includes(answer.status) || hurried) this.unexpected.add(`status ${answer.status}`);
        this.latest[caller] = answer.status;
      } catch (error) {
        this.unexpected.add(String(error));
        this.stopped = true;
      }
      this.answers += 1;
      if (this.pace.pause > 0) await sleep(this.pace.pause);
    }
  }
}
