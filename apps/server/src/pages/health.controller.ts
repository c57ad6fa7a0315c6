import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import {
  type DatabaseState,
  describeDifference,
  type Migration,
  type ReadSource,
  readState,
} from '@resource-catalogue/database';
import { ProblemError } from '../errors/problem-error.js';
import { RequiresNoScope } from '../guards/scope.guard.js';
import type { TimeZones } from './time-zones.js';

/** One part of the service, with the reason why it is not healthy. */
interface Check {
  readonly ok: boolean;
  readonly reason?: string;
}

interface Checks {
  readonly service: Check;
  readonly database: Check;
  readonly migrations: Check;
  /** Present for a mirror only; not a reason to be unready, because a mirror that lags behind still responds. */
  readonly mirror?: Check & { readonly lag_seconds: number | null; readonly compared_seconds: number | null };
  /** Present once the service has compared the time zones after its start; not a reason to be unready. */
  readonly time_zones?: TimeZones;
}

const healthy: Check = { ok: true };

/** Milliseconds for which a result of the database is reused: anyone may call this, and each check costs a query. */
const maxAge = 1000;

/** Whether load balancers should send requests here, and why not. */
export class Readiness {
  private ended = false;
  private zones: { readonly time_zones?: TimeZones } = {};
  private lastState: { readonly at: number; readonly state: Promise<DatabaseState | null> } | undefined;

  constructor(
    private readonly source: Pick<ReadSource, 'query'>,
    /** The migrations of this version of the program. */
    private readonly migrations: readonly Migration[],
    /** Milliseconds after which a silent database counts as unavailable. */
    private readonly timeout?: number,
  ) {}

  /** HTTP-8: reports not ready from now on, so that load balancers send requests elsewhere. */
  end(): void {
    this.ended = true;
  }

  /** From now on the checks show how the time zones of Node and PostgreSQL compare. */
  setTimeZones(zones: TimeZones): void {
    this.zones = { time_zones: zones };
  }

  async checks(): Promise<Checks> {
    return { ...(await this.stateChecks()), ...this.zones };
  }

  private async stateChecks(): Promise<Checks> {
    const state = await this.state();
    const service = this.ended ? fault('The service is about to stop: send the request elsewhere.') : healthy;
    if (state === null) {
      const database = fault('The database is unavailable: try again later.');
      return { service, database, migrations: fault('The migrations are unknown while the database is unavailable.') };
    }
    const difference = describeDifference(this.migrations, state.migrations);
    const migrations = difference === null ? healthy : fault(difference);
    if (!state.mirror) return { service, database: healthy, migrations };
    const { lagSeconds, comparedSeconds } = state.mirror;
    const filled = lagSeconds === null ? fault('The mirror has not been filled yet.') : healthy;
    const mirror = { ...filled, lag_seconds: lagSeconds, compared_seconds: comparedSeconds };
    return { service, database: healthy, migrations, mirror };
  }

  private state(): Promise<DatabaseState | null> {
    const at = performance.now();
    if (!this.lastState || at - this.lastState.at >= maxAge) {
      // The response is the same for any failure of the database.
      this.lastState = { at, state: readState(this.source, this.timeout).catch(() => null) };
    }
    return this.lastState.state;
  }

  /** Throws if a part is not healthy, with a reason for each. */
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
@RequiresNoScope()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  @Header('Cache-Control', 'no-store')
  live(): { status: string } {
    return { status: 'live' };
  }

  /** A problem document has no room for the checks (ERR-2), so /health/checks lists them even when one fails. */
  @Get('ready')
  @Header('Cache-Control', 'no-store')
  async ready(): Promise<{ status: string; checks: Checks }> {
    return { status: 'ready', checks: await this.readiness.check() };
  }

  /** Returns all checks with their details, always with 200. */
  @Get('checks')
  @Header('Cache-Control', 'no-store')
  async checks(): Promise<{ status: string; checks: Checks }> {
    const checks = await this.readiness.checks();
    return { status: faultsIn(checks).length === 0 ? 'ready' : 'not ready', checks };
  }
}
