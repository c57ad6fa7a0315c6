import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import {
  type DatabaseState,
  differenceOf,
  type Migration,
  type ReadSource,
  readState,
} from '@resource-catalogue/database';
import { ProblemError } from '../errors/problem-error.js';

/** One part of the service; the reason says what keeps it from being in order. */
interface Check {
  readonly ok: boolean;
  readonly reason?: string;
}

interface Checks {
  readonly service: Check;
  readonly database: Check;
  readonly migrations: Check;
  /** Only of a mirror, for information: a catalogue that is behind its source is still one that answers. */
  readonly mirror?: Check & { readonly lag_seconds: number | null; readonly compared_seconds: number | null };
}

const inOrder: Check = { ok: true };

/** Milliseconds for which an answer of the database is good for whoever asks: anybody may, and each would cost a query. */
const shared = 1000;

/** Whether a balancer should send requests here, and what keeps it from that. */
export class Readiness {
  private ended = false;
  private asked: { readonly at: number; readonly state: Promise<DatabaseState | null> } | undefined;

  constructor(
    private readonly source: Pick<ReadSource, 'query'>,
    /** Those of this version of the program. */
    private readonly migrations: readonly Migration[],
    /** Milliseconds after which a silent database counts as unavailable. */
    private readonly timeout?: number,
  ) {}

  /** HTTP-8: from now on balancers are told to send requests elsewhere. */
  end(): void {
    this.ended = true;
  }

  async checks(): Promise<Checks> {
    const state = await this.state();
    const service = this.ended ? fault('The service is about to stop: send the request elsewhere.') : inOrder;
    if (state === null) {
      const database = fault('The database does not answer: try again later.');
      return { service, database, migrations: fault('The migrations are unknown while the database does not answer.') };
    }
    const difference = differenceOf(this.migrations, state.migrations);
    const migrations = difference === null ? inOrder : fault(difference);
    if (!state.mirror) return { service, database: inOrder, migrations };
    const { lagSeconds, comparedSeconds } = state.mirror;
    const filled = lagSeconds === null ? fault('The mirror has not been filled yet.') : inOrder;
    const mirror = { ...filled, lag_seconds: lagSeconds, compared_seconds: comparedSeconds };
    return { service, database: inOrder, migrations, mirror };
  }

  private state(): Promise<DatabaseState | null> {
    const at = performance.now();
    if (!this.asked || at - this.asked.at >= shared) {
      // Whatever is wrong with the database, the answer is the same.
      this.asked = { at, state: readState(this.source, this.timeout).catch(() => null) };
    }
    return this.asked.state;
  }

  /** Refuses where a part is not in order, and names each of them. */
  async check(): Promise<Checks> {
    const checks = await this.checks();
    const reasons = faultsIn(checks);
    if (reasons.length === 0) return checks;
    throw new ProblemError('unavailable', reasons.join(' '), { headers: { 'Retry-After': '1' } });
  }
}

const fault = (reason: string): Check => ({ ok: false, reason });

const faultsIn = ({ service, database, migrations }: Checks): string[] =>
  [service, database, migrations].flatMap(({ reason }) => reason ?? []);

@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  @Header('Cache-Control', 'no-store')
  live(): { status: string } {
    return { status: 'live' };
  }

  /** ERR-2 leaves no room for more than a sentence in the body of an error, so /health/checks has the parts then, too. */
  @Get('ready')
  @Header('Cache-Control', 'no-store')
  async ready(): Promise<{ status: string; checks: Checks }> {
    return { status: 'ready', checks: await this.readiness.check() };
  }

  /** The same for a person or a program that wants to know why, always with 200. */
  @Get('checks')
  @Header('Cache-Control', 'no-store')
  async checks(): Promise<{ status: string; checks: Checks }> {
    const checks = await this.readiness.checks();
    return { status: faultsIn(checks).length === 0 ? 'ready' : 'not ready', checks };
  }
}
