import { statementNames } from '@resource-catalogue/database';
import type { Definition } from './define/definition.js';
import { rowWriter } from './rows/row-writer.js';
import { type RowColumn, rowColumns } from './statement/row-columns.js';
import { RowQueries } from './statement/row-query.js';
import { SummaryLoader } from './summaries/summary-loader.js';

/** Parts of the engine that depend only on a definition. */
export interface CompiledDefinition {
  readonly columns: readonly RowColumn[];
  readonly queries: RowQueries;
  readonly summaries: SummaryLoader;
  readonly write: ReturnType<typeof rowWriter>;
}

/** Compiles each definition on first use. */
export class CompiledDefinitions {
  private readonly compiled = new Map<Definition, CompiledDefinition>();
  /** About 300 statements could be prepared; few of them are used all the time. */
  private readonly names = statementNames('read', 100);

  get(definition: Definition): CompiledDefinition {
    const known = this.compiled.get(definition);
    if (known) return known;
    const columns = rowColumns(definition);
    const summaries = new SummaryLoader(columns, definition.name, this.names);
    const queries = new RowQueries(definition, columns, summaries.tables, this.names);
    const compiled = { columns, queries, summaries, write: rowWriter(columns) };
    this.compiled.set(definition, compiled);
    return compiled;
  }
}
