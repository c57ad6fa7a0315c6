import { isObject } from '@resource-catalogue/program';
import type { Definition } from '@resource-catalogue/read';
import {
  CataloguePlan,
  type CollectionTexts,
  columnText,
  type Inner,
  type Line,
  none,
  type RowTexts,
  type ShownEntity,
  shownTexts,
} from './catalogue-plan.js';
import { EmbeddedEntities } from './embedded-entities.js';
import type { Detail, LineLocation } from '../import-errors.js';

type ReportAt = (pointer: string, detail: Detail) => void;
/** Writes the row of an object with this owner id, and records the entities embedded in it. */
type Write = (value: Inner, line: Line, owner: string, item: number, pointer: string, report: ReportAt) => void;

/** Last columns of every staged row: its source, its line and its array index. */
export const locationColumns = ['source_no', 'line_no', 'item_no'] as const;

/** Rows in COPY format, by table. */
export type StagedBytes = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

/**
 * Collects rows as bytes, which are freed once sent; V8 would retain strings of this size until a full garbage
 * collection.
 */
class RowBytes {
  length = 0;
  private buffer = Buffer.allocUnsafeSlow(16 * 1024);

  /** Returns the number of bytes of the row. */
  add(row: string): number {
    // A UTF-16 code unit takes at most three bytes in UTF-8.
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

/** Converts lines to rows of the staging tables, in COPY format. */
export class StagedRows {
  readonly plan: CataloguePlan;
  /** Number of buffered bytes. */
  length = 0;
  private readonly waiting = new Map<string, RowBytes>();
  private readonly writers: ReadonlyMap<string, (line: Line, report: ReportAt) => void>;
  private readonly entities: EmbeddedEntities;

  constructor(definitions: readonly Definition[]) {
    this.entities = new EmbeddedEntities((table, values, place) => {
      const { columns } = this.plan.tables.get(table) ?? { columns: [] };
      this.put(table, `${columns.map(({ name }) => values.get(name) ?? none).join('\t')}\t${locationText(place, 0)}`);
    });
    this.plan = new CataloguePlan(definitions, this.entities);
    this.writers = new Map([...this.plan.collections].map(([name, plan]) => [name, this.writer(plan)]));
  }

  add(collection: string, line: Line, report: ReportAt): void {
    this.writers.get(collection)?.(line, report);
  }

  /** Takes the buffered rows of tables that hold `minBytes` or more. */
  take(minBytes: number): StagedBytes {
    const taken = new Map<string, Uint8Array<ArrayBuffer>>();
    for (const [table, rows] of this.waiting) {
      if (rows.length < minBytes) continue;
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

  private writer(collection: CollectionTexts): (line: Line, report: ReportAt) => void {
    const own = this.write(collection);
    const parts = [...collection.parts].map(([key, row]) => [key, this.write(row)] as const);
    return (line, report) => {
      const { value } = line;
      own(value, line, none, 0, '', report);
      for (const [key, write] of parts) {
        const { [key]: items, id } = value;
        if (!Array.isArray(items)) continue;
        items.forEach((item: unknown, index) => {
          if (isObject(item)) write(item, line, columnText(id), index, `/${key}/${index}`, report);
        });
      }
    };
  }

  private write({ table, texts, shows }: RowTexts): Write {
    const columns = table.columns.map(({ name }) => texts.get(name) ?? (() => none));
    const entities = [...shows, ...this.shownElsewhere(table, texts)];
    return (value, line, owner, item, pointer, report) => {
      let text = '';
      for (const column of columns) text += `${column(value, line, owner)}\t`;
      this.put(table.table, text + locationText(line.row, item));
      for (const entity of entities) {
        const inner = entity.key === null ? value : value[entity.key];
        if (isObject(inner))
          this.see(entity, inner, line, entity.key === null ? pointer : `${pointer}/${entity.key}`, report);
      }
    };
  }

  /** Entities for parts that other lines embed: the embedded values must match the owner's line. */
  private shownElsewhere(table: RowTexts['table'], texts: RowTexts['texts']): ShownEntity[] {
    const shown = this.plan.shownParts.get(table.table);
    if (!shown) return [];
    return [{ key: null, table, texts: new Map([...texts].filter(([column]) => shown.includes(column))) }];
  }

  private see(entity: ShownEntity, value: Inner, line: Line, pointer: string, report: ReportAt): void {
    const { table, role } = entity.table;
    const texts = shownTexts(entity, value, line);
    const contradiction = this.entities.see(table, columnText(value['id']), texts, line.row, role === 'entity');
    if (!contradiction) return;
    const { column, other } = contradiction;
    report(pointer, ['has another ', column, ' than ', other, ', although both have the same id']);
  }
}

const locationText = ({ source, line }: LineLocation, item: number): string => `${source}\t${line}\t${item}`;
