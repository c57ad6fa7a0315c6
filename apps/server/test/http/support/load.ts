import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@resource-catalogue/testing/until';
import { projectsPath } from '../../projects/support/writer.js';

interface Target {
  readonly url: string;
  readonly token: string;
  /** The path of a project that is read and changed. */
  readonly project: string;
  readonly author: string;
}

/** Two lists, a get, a change and a create. */
export function usualRequests({ url, token, project, author }: Target): (() => Promise<Response>)[] {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const send = (path: string, init: RequestInit = {}) => fetch(url + path, { headers, ...init });
  const creation = JSON.stringify({ name: 'Under load', author_id: author });
  return [
    () => send('/api/v1/members?limit=5'),
    () => send('/api/v1/bookings?limit=5'),
    () => send(`${projectsPath}/${project}`),
    () => send(`${projectsPath}/${project}`, { method: 'PATCH', body: '{"summary":"again"}' }),
    () => send(projectsPath, { method: 'POST', body: creation }),
  ];
}

/** The number of callers per request, and their pause after a response in milliseconds. */
const hard = { callers: 3, pause: 0 };

/** A load that leaves processor time to others, unless the run is exhaustive. */
export const steady = process.env['EXHAUSTIVE'] ? hard : { callers: 1, pause: 50 };

/** Repeats each request on a service that may be temporarily unavailable. */
export class Load {
  /** Responses other than the expected ones and 503 with Retry-After. */
  readonly unexpected = new Set<string>();
  count = 0;
  private readonly callers: Promise<void>[];
  /** The latest status of each caller. */
  private readonly latest: number[] = [];
  private stopped = false;

  constructor(
    requests: readonly (() => Promise<Response>)[],
    private readonly expected: readonly number[] = [200, 201, 503],
    private readonly pace = hard,
  ) {
    const all = Array.from({ length: pace.callers }, () => requests).flat();
    this.callers = all.map((request, caller) => this.call(request, caller));
  }

  /** Resolves after as many further responses as there are callers. */
  moved(): Promise<void> {
    const target = this.count + this.callers.length;
    return until(() => this.count >= target || this.stopped);
  }

  /** Resolves when the latest status of every caller matches. */
  received(hasStatus: (status: number) => boolean): Promise<void> {
    return until(() => this.stopped || this.callers.every((_, caller) => hasStatus(this.latest[caller] ?? 0)));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await Promise.all(this.callers);
  }

  private async call(request: () => Promise<Response>, caller: number): Promise<void> {
    while (!this.stopped) {
      try {
        const response = await request();
        await response.arrayBuffer();
        const hurried = response.status === 503 && response.headers.get('retry-after') === null;
        if (!this.expected.includes(response.status) || hurried) this.unexpected.add(`status ${response.status}`);
        this.latest[caller] = response.status;
      } catch (error) {
        this.unexpected.add(String(error));
        this.stopped = true;
      }
      this.count += 1;
      if (this.pace.pause > 0) await sleep(this.pace.pause);
    }
  }
}
