import { encodeCursor, type ListQuery } from '@resource-catalogue/list-query';
import type { ReadSource, Row } from '../database/read-source.js';
import { Problem } from '../problems/problem.js';
import type { Definition } from './definition.js';
import type { FragmentCache } from './fragment-cache.js';
import { Fragments } from './fragments.js';
import { Item, Page } from './page.js';
import { type RowColumn, rowColumns } from './row-columns.js';
import { type RowQuery, RowQueries } from './row-query.js';
import { instant, rowWriter } from './row-writer.js';

/** How often a page starts again when a summarised table changes under it, before it takes a snapshot of its own. */
const attempts = 3;

interface Compiled {
  readonly columns: readonly RowColumn[];
  readonly queries: RowQueries;
  readonly fragments: Fragments;
  readonly write: ReturnType<typeof rowWriter>;
}

const compiledDefinitions = new WeakMap<Definition, Compiled>();

/** Compiled at the first use, and then for every reader of the process: a writing transaction has one of its own. */
function compiledOf(definition: Definition): Compiled {
  const known = compiledDefinitions.get(definition);
  if (known) return known;
  const columns = rowColumns(definition);
  const fragments = new Fragments(columns);
  const queries = new RowQueries(definition, columns, fragments.tables);
  const compiled = { columns, queries, fragments, write: rowWriter(columns) };
  compiledDefinitions.set(definition, compiled);
  return compiled;
}

/** The read engine: lists and gets of every collection, from the definitions alone. */
export class Reader {
  /** `cache` is null inside a writing transaction: what is not committed must neither be read from it nor fill it. */
  constructor(
    private readonly source: ReadSource,
    private readonly cache: FragmentCache | null,
  ) {}

  async list(definition: Definition, query: ListQuery): Promise<Page> {
    const compiled = compiledOf(definition);
    const { rows, texts } = await this.read(compiled, compiled.queries.list(query), query.limit);
    const last = rows.length > query.limit ? rows[query.limit - 1] : undefined;
    return new Page(query, texts, last ? encodeCursor(query, position(compiled, query, last)) : null);
  }

  async get(definition: Definition, id: string): Promise<Item> {
    const compiled = compiledOf(definition);
    const { texts } = await this.read(compiled, compiled.queries.get(id), 1);
    const text = texts[0];
    if (text === undefined) throw new Problem('not_found', `No ${definition.contract.name} resource has the id ${id}.`);
    return new Item(text);
  }

  private async read(
    compiled: Compiled,
    query: RowQuery,
    limit: number,
  ): Promise<{ rows: readonly Row[]; texts: string[] }> {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const answer = await this.attempt(compiled, query, limit, this.source);
      if (answer) return answer;
    }
    // In one snapshot rows and fragments cannot differ, so a table that changes all the time cannot starve a page.
    const answer = await this.source.snapshot((source) => this.attempt(compiled, query, limit, source));
    if (!answer) throw new Error('A snapshot showed two states of the same tables.');
    return answer;
  }

  private async attempt(compiled: Compiled, query: RowQuery, limit: number, source: ReadSource) {
    const rows = await source.query(query, query.values);
    const shown = rows.slice(0, limit);
    const revisions = shown[0]?.[compiled.columns.length] ?? '';
    const fragmentOf = await compiled.fragments.of(shown, revisions, source, this.cache);
    return fragmentOf && { rows, texts: shown.map((row) => compiled.write(row, fragmentOf)) };
  }
}

function position({ columns }: Compiled, query: ListQuery, row: Row): { key: string; id: string } {
  const at = (name: string): string => {
    const index = columns.findIndex(({ key }) => key === name);
    const value = row[index] ?? '';
    return columns[index]?.shown.as === 'instant' ? instant(value) : value;
  };
  return { key: at(query.sort.field), id: at('id') };
}
