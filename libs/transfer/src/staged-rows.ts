import { escapedForCopy } from '@resource-catalogue/database';
import { isObject } from '@resource-catalogue/program';
import type { CataloguePlan, CollectionPlan, EmbeddedPlan, KeyPlan, PartPlan, TablePlan } from './catalogue-plan.js';
import { EmbeddedEntities } from './embedded-entities.js';
import type { Detail, Place, RowRef } from './import-errors.js';
import { memberText } from './raw-json.js';

/** A line that was found right. */
export interface Line {
  readonly row: RowRef;
  readonly value: Readonly<Record<string, unknown>>;
  /** The text that the value was parsed from, where there is one. */
  readonly text: string | null;
}

type ReportAt = (pointer: string, detail: Detail) => void;
type Inner = Readonly<Record<string, unknown>>;
/** Makes the text of one column from an object, its owner's id and the line that it stands in. */
type Producer = (value: Inner, line: Line, owner: string) => string;

const none = '\\N';

/** Columns of every staged row, behind its own: the line that it comes from, and its place in the array there. */
export const placeColumns = ['source_no', 'line_no', 'item_no'] as const;

/** Rows in the COPY format, by table. */
export type StagedBytes = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/**
 * Collects rows as bytes, which are given back as soon as they are sent: a text of so many rows, and all that it is put
 * together from, stays until V8 searches the whole memory.
 */
class RowBytes {
  length = 0;
  private buffer = Buffer.allocUnsafeSlow(16 * 1024);

  /** Answers how many bytes the row has. */
  add(row: string): number {
    // A unit of UTF-16 takes three bytes at most.
    const needed = this.length + 3 * row.length;
    if (needed > this.buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.buffer.length));
      this.buffer.copy(larger, 0, 0, this.length);
      this.buffer = larger;
    }
    const written = this.buffer.write(row, this.length);
    this.length += written;
    return written;
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.buffer.subarray(0, this.length);
  }
}

/** Turns lines into rows of staging tables, as text of the COPY format. */
export class StagedRows {
  /** Bytes that wait to be taken. */
  length = 0;
  private readonly waiting = new Map<string, RowBytes>();
  private readonly writers = new Map<string, (line: Line, report: ReportAt) => void>();
  private readonly entities: EmbeddedEntities;

  constructor(private readonly plan: CataloguePlan) {
    this.entities = new EmbeddedEntities((table, values, place) => {
      const { columns } = plan.tables.get(table) ?? { columns: [] };
      this.put(table, `${columns.map(({ name }) => values.get(name) ?? none).join('\t')}\t${placeText(place, 0)}`);
    });
    for (const collection of plan.collections.values()) this.writers.set(collection.name, this.writer(collection));
  }

  add(collection: string, line: Line, report: ReportAt): void {
    this.writers.get(collection)?.(line, report);
  }

  /** The rows that wait, by table; those of tables that have few may wait for more. */
  take(least: number): StagedBytes {
    const taken = new Map<string, Uint8Array<ArrayBuffer>>();
    for (const [table, rows] of this.waiting) {
      if (rows.length < least) continue;
      taken.set(table, rows.bytes());
      this.waiting.delete(table);
      this.length -= rows.length;
    }
    return taken;
  }

  private put(table: string, row: string): void {
    const rows = this.waiting.get(table) ?? new RowBytes();
    this.waiting.set(table, rows);
    this.length += rows.add(`${row}\n`);
  }

  private writer({ table, keys }: CollectionPlan): (line: Line, report: ReportAt) => void {
    const own = this.rowText(table, keys, null);
    const embeds = this.embeds(keys);
    const parts = keys.flatMap((key) => (key.to === 'parts' ? [this.parts(key.key, key.part)] : []));
    return (line, report) => {
      this.put(table.table, own(line.value, line, '') + placeText(line.row, 0));
      for (const see of embeds) see(line.value, line, report, '');
      for (const write of parts) write(line, report);
    };
  }

  private rowText(table: TablePlan, keys: readonly KeyPlan[], owner: string | null): Producer {
    const producers = table.columns.map(({ name }): Producer => {
      if (name === owner) return (_value, _line, id) => id;
      const key = keys.find((each) => each.to !== 'parts' && each.column === name);
      return key ? this.producer(key) : () => none;
    });
    return (value, line, id) => {
      let text = '';
      for (const produce of producers) text += `${produce(value, line, id)}\t`;
      return text;
    };
  }

  private producer(plan: KeyPlan): Producer {
    const { key } = plan;
    if (plan.to === 'json') {
      return (value, line) => (isNone(value[key]) ? none : escapedForCopy(memberText(line.text, key, value[key])));
    }
    if (plan.to !== 'reference') return (value) => columnText(value[key]);
    const { of } = plan;
    if (of?.hasId !== false) return (value) => columnText(isObject(value[key]) ? value[key]['id'] : null);
    const { table } = of.table;
    return (value, line) =>
      isObject(value[key]) ? this.entities.idOf(table, shown(of.keys, value[key]), line.row) : none;
  }

  private parts(key: string, part: PartPlan): (line: Line, report: ReportAt) => void {
    const { table } = part.table;
    const row = this.rowText(part.table, part.keys, part.owner);
    const inner = this.embeds(part.keys);
    const items = part.embeds.map((of) => this.see(of));
    const elsewhere = this.embeddedElsewhere(part);
    return (line, report) => {
      const { [key]: list, id } = line.value;
      if (!Array.isArray(list)) return;
      list.forEach((item: unknown, index) => {
        if (!isObject(item)) return;
        this.put(table, row(item, line, columnText(id)) + placeText(line.row, index));
        const pointer = `/${key}/${index}`;
        for (const see of inner) see(item, line, report, pointer);
        for (const see of items) see(item, line, report, pointer);
        elsewhere?.(item, line, report, pointer);
      });
    };
  }

  /** Parts that other lines embed: what those show must be what the owner's line says. */
  private embeddedElsewhere(part: PartPlan) {
    const plans = [...this.plan.collections.values()].flatMap(({ keys }) => embeddedPlans(keys));
    const embedded = plans.find((of) => of.table.role === 'part' && of.table.table === part.table.table);
    if (!embedded || part.table.key.length > 1) return null;
    const columns = new Set(embedded.keys.map((key) => (key.to === 'parts' ? '' : key.column)));
    const keys = part.keys.filter((key) => key.to !== 'parts' && columns.has(key.column));
    return this.see({ ...embedded, keys });
  }

  private embeds(keys: readonly KeyPlan[]) {
    return keys.flatMap((plan) => {
      if (plan.to !== 'reference' || plan.of?.hasId !== true) return [];
      const { key } = plan;
      const see = this.see(plan.of);
      return (value: Inner, line: Line, report: ReportAt, pointer: string): void => {
        const inner = value[key];
        if (isObject(inner)) see(inner, line, report, `${pointer}/${key}`);
      };
    });
  }

  private see(of: EmbeddedPlan) {
    const { table } = of.table;
    const make = of.table.role === 'entity';
    return (value: Inner, line: Line, report: ReportAt, pointer: string): void => {
      const contradiction = this.entities.see(table, columnText(value['id']), shown(of.keys, value), line.row, make);
      if (!contradiction) return;
      const { column, other } = contradiction;
      report(pointer, ['contradicts ', other, ` in ${column}: both show the same entity, which has one ${column}`]);
    };
  }
}

function embeddedPlans(keys: readonly KeyPlan[]): EmbeddedPlan[] {
  return keys.flatMap((key) => {
    if (key.to === 'reference') return key.of ? [key.of] : [];
    return key.to === 'parts' ? [...key.part.embeds, ...embeddedPlans(key.part.keys)] : [];
  });
}

const shown = (keys: readonly KeyPlan[], value: Inner): [string, string][] =>
  keys.flatMap((key): [string, string][] => {
    const inner = value[key.key];
    if (key.to === 'column') return [[key.column, columnText(inner)]];
    return key.to === 'reference' ? [[key.column, columnText(isObject(inner) ? inner['id'] : null)]] : [];
  });

const isNone = (value: unknown): boolean => value === null || value === undefined;

function columnText(value: unknown): string {
  if (typeof value === 'string') return escapedForCopy(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : none;
}

const placeText = ({ source, line }: Place, item: number): string => `${source}\t${line}\t${item}`;
