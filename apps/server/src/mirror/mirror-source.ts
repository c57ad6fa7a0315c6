import {
  changesSince,
  type ClientOptions,
  createTransport,
  getMany,
  hasProblem,
  list,
  type Page,
  type Resource,
  type SetFilter,
  type TimeFilter,
  type Transport,
} from '@resource-catalogue/client';

/** A row as the source shows it, with the keys that a mirror reads by itself. */
export interface SourceRow {
  readonly id: string;
  readonly updated_at: string;
}

interface Filters {
  readonly id?: SetFilter<string>;
  readonly updated_at?: TimeFilter;
}

type Rows = Resource<SourceRow, Filters, 'created_at' | 'updated_at'>;

const rowsOf = (collection: string): Rows => ({ name: collection });

/** In milliseconds. Nobody waits for a mirror, so it waits for whatever quota the source gives it. */
const limits = { maxRetryWaitMs: 15 * 60_000, totalTimeoutMs: 30 * 60_000 };

/** The server whose catalogue is mirrored, read through the client of the interface. */
export class MirrorSource {
  private readonly transport: Transport;
  private aheadMs = 0;

  constructor(
    options: Pick<ClientOptions, 'baseUrl' | 'token' | 'clock' | 'fetch' | 'onEvent'>,
    private readonly signal?: AbortSignal,
    /** Rows of a page: as many as there can be, unless it is said (PAGE-2). */
    private readonly limit = 200,
  ) {
    const clock = options.clock ?? Date;
    this.now = () => new Date(clock.now() + this.aheadMs);
    const learn = (response: Response): void => {
      const date = Date.parse(response.headers.get('date') ?? '');
      if (!Number.isNaN(date)) this.aheadMs = date - clock.now();
    };
    this.transport = createTransport({
      ...limits,
      ...options,
      hooks: { afterResponse: [({ response }) => learn(response)] },
    });
  }

  /** The time of the source, of which its answers tell: what it changes from now on is not much older. */
  readonly now: () => Date;

  /** Pages of the whole collection, the oldest row first: a row that is made meanwhile comes at the end. */
  async *walk(collection: string, cursor: string | null): AsyncGenerator<Page<SourceRow>, void, undefined> {
    const pages = (from: string | null) =>
      list(
        this.transport,
        rowsOf(collection),
        { sort: 'created_at', limit: this.limit, cursor: from },
        this.options,
      ).pages();
    try {
      yield* pages(cursor);
    } catch (error) {
      // A kept cursor may be one of a version of the source that is no more.
      if (cursor === null || !hasProblem(error, 'invalid_cursor')) throw error;
      yield* pages(null);
    }
  }

  /** Pages of what was created or changed since an instant, the oldest change first. */
  changes(collection: string, since: Date): AsyncGenerator<Page<SourceRow>, void, undefined> {
    return changesSince(this.transport, rowsOf(collection), since, { limit: this.limit, ...this.options }).pages();
  }

  /** The rows that there are with these ids. */
  async get(collection: string, ids: readonly string[]): Promise<readonly SourceRow[]> {
    return [...(await getMany(this.transport, rowsOf(collection), ids, this.options)).values()];
  }

  /** Before which instant nothing in the collection changes any more, but for writes that are under way. */
  async changedUntil(collection: string): Promise<Date> {
    const newest = await list(this.transport, rowsOf(collection), { sort: '-updated_at' }, this.options).first();
    return newest ? this.notAhead(newest) : beginning;
  }

  /** The time of a change; or of the source, where a row has a time that is still to come. */
  notAhead({ updated_at: time }: SourceRow): Date {
    return new Date(Math.min(Date.parse(time), this.now().getTime()));
  }

  private get options() {
    return this.signal ? { signal: this.signal } : {};
  }
}

/** Before all changes, with room for the overlap. */
const beginning = new Date('0001-01-02T00:00:00.000Z');
