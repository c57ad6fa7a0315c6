import type { Request, RequestHandler, Response } from 'express';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type Database, readState } from '@resource-catalogue/database';
import { packageVersion } from '@resource-catalogue/program';
import type { Counts } from './counts.js';

/** Bounds of durations in seconds, from the cheapest request to the time limit of the database. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** All other methods share one label, so that clients cannot create more. */
const methods = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PATCH', 'PUT', 'DELETE']);

/** Finds the template of a path; null if the path does not exist. */
export interface KnownRoutes {
  find(path: string): { readonly path: string } | null;
}

/** The parts of a service that have metrics. */
interface Observed {
  readonly counts: Counts;
  readonly database: Pick<Database, 'connections' | 'source'>;
  readonly summaries: {
    readonly size: number;
    readonly counts: Readonly<Record<'hits' | 'misses' | 'full' | 'changed', number>>;
  };
}

/** All metrics of a process. Loaded on demand: the library takes memory, and time to load. */
export class Metrics {
  readonly registry = new Registry();
  private readonly registers = [this.registry];
  private inFlight = 0;

  /** Metrics of Node and the process: memory, CPU, event loop. */
  observeProcess(database: 'embedded' | 'postgres'): void {
    collectDefaultMetrics({ register: this.registry });
    const labels = { version: packageVersion(), node: process.version, database };
    const help = 'Always 1; the labels give the versions.';
    const labelNames = Object.keys(labels);
    new Gauge({ name: 'catalogue_build_info', help, labelNames, registers: this.registers }).set(labels, 1);
  }

  /**
   * Runs before every handler that may respond. Clients choose neither route nor method labels (their number is
   * bounded).
   */
  requests(routes: KnownRoutes): RequestHandler {
    const { registers } = this;
    const requests = new Counter({
      name: 'catalogue_http_requests_total',
      help: 'Requests by path template, method and status; cut_off if the client left early.',
      labelNames: ['route', 'method', 'status'],
      registers,
    });
    const durations = new Histogram({
      name: 'catalogue_http_request_duration_seconds',
      help: 'From the head of a request to the last byte of its response.',
      labelNames: ['route'],
      buckets,
      registers,
    });
    this.gauge('catalogue_http_requests_in_flight', 'Requests in progress.', () => this.inFlight);
    return (request: Request, response: Response, next) => {
      const start = performance.now();
      const { method, path } = request;
      this.inFlight += 1;
      response.on('close', () => {
        this.inFlight -= 1;
        const route = routes.find(path)?.path ?? 'unknown';
        const status = response.writableFinished ? response.statusCode : 'cut_off';
        durations.observe({ route }, (performance.now() - start) / 1000);
        requests.inc({ route, method: methods.has(method) ? method : 'other', status });
      });
      next();
    };
  }

  /** Values that are read from the parts of a service on scrape. */
  observeService({ counts, database, summaries }: Observed): void {
    const unchanged = 'Responses repeated from the cache because nothing was written since.';
    this.counter('catalogue_unchanged_responses_total', unchanged, () => counts.unchangedResponses);
    this.counter('catalogue_rate_limited_total', 'Responses with 429.', () => counts.rateLimited, 'limit');
    this.counter('catalogue_unavailable_total', 'Responses with 503.', () => counts.unavailable, 'reason');
    const { connections } = database;
    const name = 'catalogue_database_connections';
    this.gauge(name, 'Connections of the pool.', () => connections().total);
    this.gauge(`${name}_idle`, 'Idle connections.', () => connections().idle);
    this.gauge(`${name}_waiting`, 'Statements waiting for a connection.', () => connections().waiting);
    this.gauge('catalogue_summary_cache_entries', 'Cached summaries.', () => summaries.size);
    this.counter('catalogue_summary_cache_hits_total', 'Summaries found in the cache.', () => summaries.counts.hits);
    this.counter(
      'catalogue_summary_cache_misses_total',
      'Summaries loaded from the database.',
      () => summaries.counts.misses,
    );
    const evicted = ({ full, changed }: Observed['summaries']['counts']) => ({ full, changed });
    const evictions = 'Summaries dropped because the cache was full or their tables changed.';
    this.counter('catalogue_summary_cache_evictions_total', evictions, () => evicted(summaries.counts), 'reason');
    this.observeMirror(database);
  }

  /** Exports values only for a mirror whose database responds in time. */
  private observeMirror({ source }: Pick<Database, 'source'>): void {
    const { registers } = this;
    const compared = new Gauge({
      name: 'catalogue_mirror_compared_seconds',
      help: 'Seconds since the mirror was last compared with its whole source.',
      registers,
    });
    new Gauge({
      name: 'catalogue_mirror_lag_seconds',
      help: 'Seconds since the mirror last stored changes of its source.',
      registers,
      async collect() {
        const mirror = await readState(source).then(
          (state) => state.mirror,
          () => undefined,
        );
        for (const [gauge, seconds] of [
          [this, mirror?.lagSeconds],
          [compared, mirror?.comparedSeconds],
        ] as const) {
          if (seconds === undefined || seconds === null) gauge.remove();
          else gauge.set(seconds);
        }
      },
    });
  }

  private gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name,
      help,
      registers: this.registers,
      collect() {
        this.set(read());
      },
    });
  }

  /** Exports a count from elsewhere: one number, or one per value of a label. */
  private counter(
    name: string,
    help: string,
    read: () => number | Readonly<Record<string, number>>,
    label?: string,
  ): void {
    new Counter({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: this.registers,
      collect() {
        const counted = read();
        this.reset();
        if (typeof counted === 'number') this.inc(counted);
        else for (const [value, count] of Object.entries(counted)) this.inc({ [label ?? '']: value }, count);
      },
    });
  }
}
