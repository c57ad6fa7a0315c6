import {
  changesSince,
  type ClientOptions,
  createTransport,
  getMany,
  hasProblem,
  list,
  type ListCall,
  type Resource,
  type SetFilter,
  type TimeFilter,
  type Transport,
} from '@resource-catalogue/client';
import { CommandError } from '@resource-catalogue/program';
import { readUpdatedAt, readRows, type ReceivedRow } from './received-rows.js';

export interface SourcePage {
  readonly rows: readonly ReceivedRow[];
  readonly nextCursor: string | null;
}

interface Filters {
  readonly id?: SetFilter<string>;
  readonly updated_at?: TimeFilter;
}

/** The part of a collection's type that a mirror needs. */
type Rows = Resource<{ readonly id: string }, Filters, 'created_at' | 'updated_at'>;

const toRows = (collection: string): Rows => ({ name: collection });

/** Limits of retries in milliseconds: a mirror is a background process, so it waits for any quota of the source. */
const limits = { maxRetryWaitMs: 15 * 60_000, totalTimeoutMs: 30 * 60_000 };

/** Maximum number of pages of a collection in one read: 20 million rows. A larger list is treated as endless. */
const maxPages = 100_000;

/** The server whose catalogue is mirrored, read through the client of the API. */
export class MirrorSource {
  private readonly transport: Transport;
  private aheadMs = 0;

  constructor(
    options: Pick<ClientOptions, 'baseUrl' | 'token' | 'clock' | 'fetch' | 'onEvent'>,
    private readonly signal?: AbortSignal,
    /** Rows per page; the maximum by default (PAGE-2). */
    private readonly limit = 200,
    private readonly pageLimit = maxPages,
  ) {
    const clock = options.clock ?? Date;
    this.now = () => new Date(clock.now() + this.aheadMs);
    const learn = (response: Response): void => {
      const date = Date.parse(response.headers.get('date') ?? '');
      if (date < lastInstant) this.aheadMs = date - clock.now();
    };
    this.transport = createTransport({
      ...limits,
      ...options,
      hooks: { afterResponse: [({ response }) => learn(response)] },
    });
  }

  /** The clock of the source, estimated from the `Date` headers of its responses. */
  readonly now: () => Date;

  /** Pages of the whole collection, oldest row first: rows created meanwhile come at the end. */
  async *readAll(collection: string, cursor: string | null): AsyncGenerator<SourcePage, void, undefined> {
    const pages = (from: string | null) => {
      const params = { sort: 'created_at', limit: this.limit, cursor: from } as const;
      return this.bounded(collection, list(this.transport, toRows(collection), params, this.options));
    };
    try {
      yield* pages(cursor);
    } catch (error) {
      // A stored cursor may come from an earlier version of the source.
      if (cursor === null || !hasProblem(error, 'invalid_cursor')) throw error;
      yield* pages(null);
    }
  }

  /** Pages of rows created or changed since an instant, oldest change first. */
  changes(collection: string, since: Date): AsyncGenerator<SourcePage, void, undefined> {
    const options = { limit: this.limit, ...this.options };
    return this.bounded(collection, changesSince(this.transport, toRows(collection), since, options));
  }

  /** The existing rows with these ids. */
  async get(collection: string, ids: readonly string[]): Promise<readonly ReceivedRow[]> {
    return readRows([...(await getMany(this.transport, toRows(collection), ids, this.options)).values()]);
  }

  /** The collection is stable before this instant, except for writes still in flight. */
  async changedUntil(collection: string): Promise<Date> {
    const newest = await list(this.transport, toRows(collection), { sort: '-updated_at' }, this.options).first();
    const time = readUpdatedAt(newest);
    return time === null ? beginning : this.notAhead(time);
  }

  /** The time of a change; the current time of the source if the row's time is in the future. */
  notAhead(time: string): Date {
    return new Date(Math.min(Date.parse(time), this.now().getTime()));
  }

  private async *bounded(collection: string, rows: ListCall<unknown>): AsyncGenerator<SourcePage, void, undefined> {
    let nextCursor: string | null = null;
    for await (const page of rows.pages({ maxPages: this.pageLimit })) {
      ({ nextCursor } = page);
      yield { rows: readRows(page.data), nextCursor };
    }
    if (nextCursor === null) return;
    throw new CommandError(
      `The list of ${collection} of the source has more than ${this.pageLimit} pages, the maximum.`,
    );
  }

  private get options() {
    return this.signal ? { signal: this.signal } : {};
  }
}

/** The end of the year 9999, the last with four digits. */
const lastInstant = Date.UTC(10_000, 0);

/** Earlier than any change, with a margin for the overlap that is subtracted. */
const beginning = new Date('0001-01-02T00:00:00.000Z');
