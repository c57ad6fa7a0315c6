import { setImmediate as nextTurn } from 'node:timers/promises';
import { maximumPageBytes, singularWords } from '@resource-catalogue/contracts';
import { encodeCursor, type ListQuery } from '@resource-catalogue/list-query';
import { LargeResponses } from '@resource-catalogue/concurrency';
import type { ReadSource, Row } from '@resource-catalogue/database';
import { type AccessPath, AccessPaths, defaultPathLimits, type PathLimits } from './statement/access-paths.js';
import { type CompiledDefinition, CompiledDefinitions } from './compiled-definitions.js';
import type { Definition } from './define/definition.js';
import { instant } from './rows/row-writer.js';
import type { RowQuery } from './statement/row-query.js';
import type { SummaryCache } from './summaries/summary-cache.js';

/** One page of a list: its rows as JSON text, and the cursor of the next page (LIST-3). */
export class Page {
  constructor(
    readonly query: ListQuery,
    readonly items: readonly string[],
    readonly next: string | null,
  ) {}
}

/** One resource as JSON text, exactly as in the list (GET-1). */
export class Item {
  constructor(readonly text: string) {}
}

/** Thrown if a collection has no resource with this id; clients may see the message. */
export class ResourceNotFound extends Error {
  override readonly name = 'ResourceNotFound';

  constructor(collection: string, id: string) {
    super(`No ${singularWords(collection)} has the id ${id}.`);
  }
}

/** Parts that the readers of several sources share, and limits that tests lower. */
interface ReaderOptions {
  readonly large: LargeResponses;
  readonly definitions: CompiledDefinitions;
  readonly pageBytes: number;
  readonly pathLimits: PathLimits;
}

/** Maximum number of gets in one statement, for short rows. */
const maxBatch = 100;

/** Rows as JSON, by id. */
type Texts = ReadonlyMap<string, string>;

/** How often a page starts again because a summarised table changed, before it takes its own snapshot. */
const attempts = 3;

/** The read engine: lists and gets of every collection, from the definitions alone. */
export class Reader {
  /** Gets whose statements have not been sent yet. */
  private readonly gets = new Map<Definition, { readonly ids: Set<string>; readonly texts: Promise<Texts> }>();

  private readonly options: ReaderOptions;
  private readonly paths: AccessPaths;

  constructor(
    private readonly source: ReadSource,
    private readonly cache: SummaryCache,
    options: Partial<ReaderOptions> = {},
  ) {
    const { large = new LargeResponses(), definitions = new CompiledDefinitions() } = options;
    this.options = { pageBytes: maximumPageBytes, pathLimits: defaultPathLimits, ...options, large, definitions };
    this.paths = new AccessPaths(source, this.options.pathLimits);
  }

  /** Creates a reader of another source, such as a transaction, that shares everything else. */
  withSource(source: ReadSource): Reader {
    return new Reader(source, this.cache, this.options);
  }

  async list(definition: Definition, query: ListQuery): Promise<Page> {
    const { canBeLong } = this.options.definitions.get(definition).queries;
    const read = () => this.page(definition, query);
    return canBeLong ? this.options.large.begin(definition.name, read) : read();
  }

  private async page(definition: Definition, query: ListQuery): Promise<Page> {
    const path = await this.paths.choose(definition, query);
    const page = await this.pageBy(path, definition, query);
    if (path.by !== 'scan' || page.next !== null) return page;
    // The scan may have reached its limit before the last row.
    return this.pageBy(this.paths.afterScan(query, path, page.items.length), definition, query);
  }

  private async pageBy(path: AccessPath, definition: Definition, query: ListQuery): Promise<Page> {
    const compiled = this.options.definitions.get(definition);
    const statement = compiled.queries.list(query, path, this.options.pageBytes);
    const { rows, texts } = await this.read(compiled, statement, query.limit);
    const last = rows[texts.length - 1];
    const follows = rows.length > texts.length || last?.[compiled.queries.follows] === 'true';
    return new Page(query, texts, last && follows ? encodeCursor(query, position(compiled, query, last)) : null);
  }

  async get(definition: Definition, id: string): Promise<Item> {
    const text = (await this.getBatched(definition, id)).get(id);
    if (text === undefined) throw new ResourceNotFound(definition.name, id);
    return new Item(text);
  }

  /** A statement costs more than its row, so gets in the same turn of the event loop share one. */
  private getBatched(definition: Definition, id: string): Promise<Texts> {
    const max = this.options.definitions.get(definition).queries.canBeLong ? 1 : maxBatch;
    const open = this.gets.get(definition);
    if (open && open.ids.size < max) {
      open.ids.add(id);
      return open.texts;
    }
    const ids = new Set([id]);
    const texts = nextTurn().then(() => {
      if (this.gets.get(definition)?.ids === ids) this.gets.delete(definition);
      return this.textsById(definition, ids);
    });
    this.gets.set(definition, { ids, texts });
    return texts;
  }

  private async textsById(definition: Definition, ids: ReadonlySet<string>): Promise<Texts> {
    const compiled = this.options.definitions.get(definition);
    const { rows, texts } = await this.read(compiled, compiled.queries.get(ids), ids.size);
    const id = columnIndex(compiled, 'id');
    return new Map(rows.map((row, index) => [row[id] ?? '', texts[index] ?? '']));
  }

  private async read(compiled: CompiledDefinition, query: RowQuery, limit: number) {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const result = await this.attempt(compiled, query, limit, this.source);
      if (result) return result;
    }
    // Within one snapshot rows and summaries cannot differ, so a table that changes constantly cannot starve a page.
    const work = (source: ReadSource) => this.attempt(compiled, query, limit, source);
    const result = await this.source.snapshot(work, query.collection);
    if (!result) throw new Error('A snapshot showed two states of the same tables.');
    return result;
  }

  private async attempt(compiled: CompiledDefinition, query: RowQuery, limit: number, source: ReadSource) {
    const rows = await source.query(query, query.values);
    const shown = rows.slice(0, limit);
    const revisions = shown[0]?.[compiled.columns.length] ?? '';
    const summaryText = await compiled.summaries.load(shown, revisions, source, this.cache);
    return summaryText && { rows, texts: this.writePage(shown, (row) => compiled.write(row, summaryText)) };
  }

  /** PAGE-5: the rows up to the one that brings their JSON to the maximum size of a page. */
  private writePage(rows: readonly Row[], write: (row: Row) => string): string[] {
    const texts: string[] = [];
    let [units, counted, bytes] = [0, 0, 0];
    for (const row of rows) {
      const text = write(row);
      texts.push(text);
      units += text.length;
      // A UTF-16 code unit takes one to three bytes. Counting reads the text, so pages of short rows skip it.
      if (3 * units < this.options.pageBytes) continue;
      for (; counted < texts.length; counted += 1) bytes += Buffer.byteLength(texts[counted] ?? '');
      if (bytes >= this.options.pageBytes) break;
    }
    return texts;
  }
}

function position(compiled: CompiledDefinition, query: ListQuery, row: Row): { key: string; id: string } {
  const index = columnIndex(compiled, query.sort.field);
  const value = row[index] ?? '';
  const key = compiled.columns[index]?.shown.as === 'instant' ? instant(value) : value;
  return { key, id: row[columnIndex(compiled, 'id')] ?? '' };
}

const columnIndex = ({ columns }: CompiledDefinition, name: string): number =>
  columns.findIndex(({ key }) => key === name);
