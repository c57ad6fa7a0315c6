import { categoryTypes } from '@resource-catalogue/contracts';
import type { Database } from '@resource-catalogue/database';
import { CommandError, isObject } from '@resource-catalogue/program';
import type { Definition } from '@resource-catalogue/read';
import type { SourceRow } from '../import-catalogue.js';
import type { ImportError } from '../import-errors.js';
import { firstOf, shortened } from '../import-limits.js';
import type { ReadWatch } from '../read-lines.js';
import { isZone } from './local-times.js';
import { keptText, KeyLookup, madeId, type StoredRow, storedRows } from './sheet-names.js';
import { readSheet, type Sheet, type SheetRow } from './read-sheet.js';
import {
  headersOf,
  leaves,
  ownHeader,
  type Place,
  type SheetPlan,
  sheetPlan,
  type Target,
  usualHeader,
} from './sheet-columns.js';
import { type SheetFacts, sheetFacts } from './sheet-facts.js';
import { headProblem, lackingPlaces, missingHeaders } from './sheet-head.js';
import { type Cells, namesIn, rowValue } from './sheet-values.js';

interface SheetFile {
  readonly path: string;
  readonly collection: string;
}

/** What all rows of a file, and those of a batch of it, are read with. */
interface FileReading {
  readonly plan: SheetPlan;
  readonly decimalComma: boolean;
  readonly lacks: ReadonlySet<Place>;
  /** Columns that a new row would need. */
  readonly missing: readonly string[];
  /** The time zone that all spaces have; null where they differ. */
  readonly commonZone: string | null;
}

/** Names that are kept for error messages about references. */
const maxRemembered = 100_000;

/** The CSV files of an import. They name one another's rows, so what only a file says is read beforehand. */
export class Sheets {
  /** Ids that files give to their own rows, by what these are known by. */
  private readonly given = new Map<string, string>();
  private readonly zones: Map<string, string>;
  /** Names that the catalogue does not have, by the ids that are made of them. */
  private readonly names = new Map<string, string>();

  private constructor(
    private readonly database: Database,
    private readonly definitions: readonly Definition[],
    private readonly plans: ReadonlyMap<string, SheetPlan>,
    private readonly facts: SheetFacts,
    private readonly prune: boolean,
  ) {
    this.zones = new Map(facts.zones);
  }

  static async open(
    database: Database,
    definitions: readonly Definition[],
    files: readonly SheetFile[],
    prune: boolean,
  ): Promise<Sheets> {
    const plans = definitions.map((definition) => [definition.name, sheetPlan(definition, definitions)] as const);
    const facts = await sheetFacts(
      database.source,
      definitions.map(({ name }) => name),
    );
    const sheets = new Sheets(database, definitions, new Map(plans), facts, prune);
    for (const file of files) await sheets.lookAhead(file);
    return sheets;
  }

  /** The rows of a file as objects of the API. */
  async *rowsOf(file: SheetFile, watch: ReadWatch): AsyncGenerator<readonly SourceRow[], void, undefined> {
    const plan = this.planOf(file);
    const sheet = await readSheet(file.path, watch);
    const reading = this.readingOf(plan, sheet);
    const definition = this.definitions.find(({ name }) => name === plan.collection);
    for await (const batch of sheet.rows) {
      const lookup = this.lookup();
      for (const { cells } of batch) this.wantNames(plan, cells, lookup);
      await lookup.load();
      const ids = reading.lacks.size > 0 ? batch.map(({ cells }) => this.ownId(plan, cells, lookup)) : [];
      const stored = definition && (await storedRows(this.database.source, definition, ids));
      yield batch.map((row) => this.row(row, lookup, stored, reading));
    }
  }

  /** An error in the terms of its sheet: with the column, and with names instead of made ids. */
  inColumns(error: ImportError): ImportError {
    const { row, pointer } = error;
    if (pointer === '') return error;
    const plan = this.plans.get(row.collection);
    const path = pointer
      .split('/')
      .filter((part) => part !== '' && !/^\d+$/.test(part))
      .join('.');
    const places = [...leaves(plan?.members.map(({ place }) => place) ?? [])];
    const place = places.find((leaf) => [path, `${path}.id`].some((header) => headersOf(leaf).includes(header)));
    const column = plan && path === 'id' ? ownHeader(plan) : place ? usualHeader(place) : path;
    const detail = error.detail.map((part) =>
      typeof part === 'object' && 'value' in part ? { value: this.names.get(part.value) ?? part.value } : part,
    );
    return { row, pointer, column, detail };
  }

  private planOf({ path, collection }: SheetFile): SheetPlan {
    const plan = this.plans.get(collection);
    if (!plan) throw new CommandError(`Nothing was imported: ${path} does not match a collection.`);
    return plan;
  }

  /** Checks the head, and reads what other files may need: the ids that rows have by themselves, and time zones. */
  private async lookAhead(file: SheetFile): Promise<void> {
    const plan = this.planOf(file);
    const sheet = await readSheet(file.path);
    try {
      const problem = headProblem(plan, sheet.head.headers);
      if (problem !== null) {
        throw new CommandError(
          `Nothing was imported: ${file.path}:1 ${problem}. List all columns with: resource-catalogue template ${plan.collection}`,
        );
      }
      const withIds = plan.self.key !== null && sheet.head.headers.includes('id');
      if (withIds || plan.collection === 'spaces') await this.remember(plan, sheet);
    } finally {
      await sheet.close();
    }
  }

  private async remember(plan: SheetPlan, sheet: Sheet): Promise<void> {
    const naming = this.lookup();
    for await (const batch of sheet.rows) {
      for (const { cells } of batch) {
        const [name, id] = [nameOf(plan, cells), cells.get('id')?.trim().toLowerCase()];
        if (id !== undefined && name !== null) this.given.set(naming.known(selfOf(plan, cells), name), id);
      }
      if (plan.collection === 'spaces') await this.rememberZones(plan, batch);
    }
  }

  private async rememberZones(plan: SheetPlan, batch: readonly SheetRow[]): Promise<void> {
    const lookup = this.lookup();
    for (const { cells } of batch) this.wantNames(plan, cells, lookup);
    await lookup.load();
    for (const { cells } of batch) {
      const zone = cells.get('time_zone')?.trim() ?? '';
      const id = this.ownId(plan, cells, lookup);
      if (isZone(zone) && id !== null) this.zones.set(id, zone);
    }
  }

  private readingOf(plan: SheetPlan, { head }: Sheet): FileReading {
    const lacks = lackingPlaces(plan, head.headers);
    const missing = missingHeaders(plan, lacks, this.defaultsOf(plan));
    // Where a row that is left out is deleted, one that is there again is not.
    const deletion = plan.members.find(({ key }) => key === 'soft_deleted_at');
    if (this.prune && deletion) lacks.delete(deletion.place);
    const [zone, other] = new Set(this.zones.values());
    const commonZone = zone !== undefined && other === undefined ? zone : null;
    return { plan, decimalComma: head.delimiter !== ',', lacks, missing, commonZone };
  }

  private defaultsOf({ collection }: SheetPlan): ReadonlyMap<string, unknown> {
    return this.facts.defaults.get(collection) ?? new Map<string, unknown>();
  }

  private lookup(): KeyLookup {
    return new KeyLookup(this.database.source, (table) => this.facts.tables.get(table)?.uniques ?? []);
  }

  private wantNames(plan: SheetPlan, cells: ReadonlyMap<string, string>, lookup: KeyLookup): void {
    for (const [target, name] of namesIn(plan.members, (header) => cells.get(header))) lookup.want(target, name);
    const name = nameOf(plan, cells);
    if (name !== null) lookup.want(selfOf(plan, cells), name);
  }

  private row(
    row: SheetRow,
    lookup: KeyLookup,
    storedIds: ReadonlyMap<string, StoredRow> | undefined,
    file: FileReading,
  ): SourceRow {
    const { plan, decimalComma, lacks, missing, commonZone } = file;
    const { line, cells } = row;
    const problems: string[] = row.problem === null ? [] : [row.problem];
    const id = this.ownId(plan, cells, lookup);
    if (id === null) return { line, problem: `${ownHeader(plan)} is missing` };
    const stored = storedIds?.get(id);
    if (!stored && missing.length > 0) {
      return { line, problem: `is new, so the file must have the columns ${missing.join(', ')}` };
    }
    // Beside an id, as in an export, the key is the stored text.
    const trimmed = cells.has('id') ? null : plan.self.key;
    const named: Cells = (header) => (header === trimmed ? cells.get(header)?.trim() : cells.get(header));
    const reading = {
      id,
      decimalComma,
      zone: this.zoneOf(this.spaceOf(id, cells, lookup, file, stored), cells) ?? commonZone,
      defaults: this.defaultsOf(plan),
      lacks,
      idOf: (target: Target, name: string) => this.idOf(target, name, lookup),
      report: (header: string, problem: string) => problems.push(`${header} ${problem}`),
    };
    const value = rowValue(plan.members, named, reading, stored?.value ?? null);
    if (problems.length > 0) return { line, problem: firstOf([...new Set(problems)], '; ') };
    const text = stored && keptText(value, stored);
    return { line, value, ...(text !== undefined && { text }) };
  }

  private ownId(plan: SheetPlan, cells: ReadonlyMap<string, string>, lookup: KeyLookup): string | null {
    const own = cells.get('id')?.trim().toLowerCase();
    const name = nameOf(plan, cells);
    if (own !== undefined || name === null) return own ?? null;
    const found = this.idOf(selfOf(plan, cells), name, lookup);
    return 'id' in found ? found.id : null;
  }

  private idOf(
    target: Target,
    name: string,
    lookup: KeyLookup,
  ): { readonly id: string } | { readonly problem: string } {
    const known = lookup.known(target, name);
    const given = this.given.get(known);
    if (given !== undefined) return { id: given };
    const [id, another] = lookup.idsOf(target, name);
    if (another !== undefined) {
      return { problem: `is ambiguous: several ${target.table} are called ${shortened(name)}. Give the id instead` };
    }
    if (id !== undefined) return { id };
    const made = madeId(known);
    if (this.names.size < maxRemembered) this.names.set(made, shortened(name));
    return { id: made };
  }

  /** The time zone of the row itself or of its space. */
  private zoneOf(space: unknown, cells: SheetRow['cells']): string | null {
    const own = cells.get('time_zone')?.trim();
    if (own !== undefined && isZone(own)) return own;
    return (typeof space === 'string' ? this.zones.get(space) : undefined) ?? null;
  }

  /** The id of the space in which a row is. */
  private spaceOf(
    id: string,
    cells: SheetRow['cells'],
    lookup: KeyLookup,
    { plan, lacks }: FileReading,
    stored?: StoredRow,
  ): unknown {
    if (plan.collection === 'spaces') return id;
    const place = plan.members.find(({ key }) => key === 'space')?.place;
    if (place?.at !== 'reference') return null;
    if (lacks.has(place)) return isObject(stored?.value['space']) ? stored.value['space']['id'] : null;
    const name = cells.get(`${place.path}.${place.to.key}`)?.trim();
    if (name === undefined) return cells.get(`${place.path}.id`)?.trim();
    const found = this.idOf(place.to, name, lookup);
    return 'id' in found ? found.id : null;
  }
}

function nameOf({ self }: SheetPlan, cells: ReadonlyMap<string, string>): string | null {
  const name = self.key === null ? undefined : cells.get(self.key)?.trim();
  return name === undefined || name === '' ? null : name;
}

/** A category is told from others by its own type, too. */
function selfOf({ self }: SheetPlan, cells: ReadonlyMap<string, string>): Target {
  const type = categoryTypes.find((each) => each === cells.get('type')?.trim()) ?? null;
  return self.table === 'categories' ? { ...self, type } : self;
}
