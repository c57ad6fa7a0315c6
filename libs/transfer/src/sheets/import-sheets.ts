import type { ReadSource } from '@resource-catalogue/database';
import { CommandError } from '@resource-catalogue/program';
import type { Definition } from '@resource-catalogue/read';
import type { SourceRow } from '../import-catalogue.js';
import type { ImportError } from '../import-errors.js';
import type { ReadWatch } from '../read-lines.js';
import { defaultValues, type TableFacts, tableFacts } from '../table-facts.js';
import { SpaceZones } from './local-times.js';
import type { Sheet, SheetFile } from './read-sheet.js';
import { headersOf, leaves, ownHeader, type SheetPlan, sheetPlan, usualHeader } from './sheet-columns.js';
import { headProblem } from './sheet-head.js';
import { SheetNames } from './sheet-names.js';
import { SheetRows } from './sheet-rows.js';

/** The sheets of an import. */
export class Sheets {
  private readonly plans: ReadonlyMap<string, { readonly definition: Definition; readonly plan: SheetPlan }>;
  private readonly names: SheetNames;
  private readonly zones: SpaceZones;

  private constructor(
    private readonly source: ReadSource,
    definitions: readonly Definition[],
    private readonly facts: ReadonlyMap<string, TableFacts>,
    spaces: readonly (readonly (string | null)[])[],
    private readonly prune: boolean,
  ) {
    this.plans = new Map(
      definitions.map((definition) => [definition.name, { definition, plan: sheetPlan(definition, definitions) }]),
    );
    this.names = new SheetNames(source, (table) => facts.get(table)?.uniques ?? []);
    this.zones = new SpaceZones();
    for (const [id, zone] of spaces) this.zones.note(id ?? '', zone ?? '');
  }

  static async open(
    source: ReadSource,
    definitions: readonly Definition[],
    files: readonly SheetFile[],
    prune: boolean,
  ): Promise<Sheets> {
    const facts = await tableFacts(
      source,
      definitions.map(({ name }) => name),
    );
    const spaces = await source.query({ text: 'SELECT id::text, time_zone FROM spaces' }, []);
    const sheets = new Sheets(source, definitions, facts, spaces, prune);
    for (const file of files) await sheets.lookAhead(file);
    return sheets;
  }

  /** The rows of a file as objects of the API. */
  async *rowsOf(file: SheetFile, watch: ReadWatch): AsyncGenerator<readonly SourceRow[], void, undefined> {
    const { definition, plan } = this.planOf(file.collection);
    const sheet = await file.sheet(watch);
    const defaults = await defaultValues(this.source, this.facts.get(plan.collection) ?? { columns: new Map() });
    const rows = new SheetRows(this.source, definition, plan, sheet.head, defaults, this.zones, this.prune);
    for await (const batch of sheet.rows) {
      yield await rows.objects(batch, await this.names.resolve(plan, batch));
    }
  }

  /** An error in the terms of its sheet: with the column, and with names instead of made ids. */
  inColumns(error: ImportError, columnName: (header: string) => string = (header) => header): ImportError {
    const { row, pointer } = error;
    if (pointer === '') return error;
    const { plan } = this.planOf(row.collection);
    const path = pointer
      .split('/')
      .filter((part) => part !== '' && !/^\d+$/.test(part))
      .join('.');
    const place = [...leaves(plan.members)].find((leaf) =>
      [path, `${path}.id`].some((header) => headersOf(leaf).includes(header)),
    );
    const column = path === 'id' ? ownHeader(plan) : place ? usualHeader(place) : path;
    const detail = error.detail.map((part) =>
      typeof part === 'object' && 'value' in part ? { value: this.names.nameOf(part.value) ?? part.value } : part,
    );
    return { row, pointer, column: columnName(column), detail };
  }

  private planOf(collection: string): { readonly definition: Definition; readonly plan: SheetPlan } {
    const known = this.plans.get(collection);
    if (!known) throw new Error(`There is no collection ${collection}.`);
    return known;
  }

  /**
   * Checks the head of a file, and reads all of it only where rows of other files need what it says: the ids that rows have
   * beside their names, and the time zones of spaces. Files may refer to each other in any order.
   */
  private async lookAhead(file: SheetFile): Promise<void> {
    const { plan } = this.planOf(file.collection);
    const sheet = await file.sheet();
    try {
      const problem = headProblem(plan, sheet.head.headers);
      if (problem !== null) {
        throw new CommandError(
          `Nothing was imported: ${file.path}:1 ${problem}. List all columns with: resource-catalogue template ${plan.collection}`,
        );
      }
      const withIds = plan.key !== null && sheet.head.headers.includes('id');
      if (withIds || plan.collection === 'spaces') await this.note(plan, sheet);
    } finally {
      await sheet.close();
    }
  }

  private async note(plan: SheetPlan, sheet: Sheet): Promise<void> {
    for await (const batch of sheet.rows) {
      for (const { cells } of batch) this.names.note(plan, cells);
      if (plan.collection !== 'spaces') continue;
      const names = await this.names.resolve(plan, batch);
      for (const { cells } of batch) {
        const id = names.ownId(cells);
        if (id !== null) this.zones.note(id, cells.get('time_zone')?.trim() ?? '');
      }
    }
  }
}
