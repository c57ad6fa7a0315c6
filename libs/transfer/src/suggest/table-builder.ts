import type { Definition } from '@resource-catalogue/read';
import { allHeaders, sheetPlan } from '../resolve/sheet-columns.js';
import { toSlug } from '../values/slug.js';
import type { InspectedColumn } from './inspect-table.js';
import type { Condition, FieldMapping, Scalar } from '../map/mapping.js';
import type { RecognisedTable } from './recognise-table.js';
import { collectFields, type SheetField } from '../map/sheet-fields.js';
import { type SuggestedFormats, suggestFormats } from './suggest-formats.js';
import { sameNames, separatorIn, suggestValues } from './suggest-values.js';
import type { SuggestedCollection, SuggestedField } from './suggestion-types.js';
import { emailIn } from '../map/text-parts.js';
import { type Meanings, plain } from './words.js';

/** Defaults for values that a table does not contain. */
export interface SuggestOptions {
  /** The name of the space, for tables without a column for it. */
  readonly space: string;
  readonly timeZone: string;
  /** Now, as ISO 8601. */
  readonly now: string;
}

interface Built extends SuggestedCollection {
  readonly fields: Map<string, SuggestedField>;
}

interface FieldOptions extends FieldMapping {
  readonly meanings?: Meanings;
  readonly note?: string;
}

/** Reads a column, or several joined ones. */
export function columnSource(columns: readonly InspectedColumn[]): FieldMapping {
  const names = columns.map(({ name }) => name);
  return names.length > 1 ? { join: names } : { column: names[0] ?? '' };
}

/** Collects the fields that the columns of a table fill. */
export class TableBuilder {
  readonly collections = new Map<string, Built>();
  readonly checks: string[] = [];
  readonly formats: SuggestedFormats;
  private readonly used = new Set<InspectedColumn>();
  /** Caches the fields of each collection. */
  private readonly fields = new Map<string, ReturnType<typeof collectFields>>();

  constructor(
    readonly table: RecognisedTable,
    readonly options: SuggestOptions,
    private readonly definitions: readonly Definition[],
    /** Builders of the workbook's other tables. */
    readonly others: readonly TableBuilder[] = [],
  ) {
    const { roles, rows, language } = table;
    this.formats = suggestFormats([...roles.values()], rows, language, options.timeZone);
  }

  /** The column with a role. */
  column(role: string): InspectedColumn | undefined {
    return this.table.roles.get(role);
  }

  /** The distinct texts of a column. */
  texts({ index }: InspectedColumn): readonly string[] {
    return [...new Set(this.table.rows.map((texts) => texts[index] ?? ''))].filter((text) => text !== '');
  }

  collection(name: string, own: Omit<SuggestedCollection, 'fields'> = {}): Map<string, SuggestedField> {
    const built = this.collections.get(name) ?? { ...own, fields: new Map<string, SuggestedField>() };
    this.collections.set(name, built);
    return built.fields;
  }

  set(collection: string, header: string, mapping: FieldMapping, note?: string, todo: readonly string[] = []): void {
    for (const name of [mapping.column, mapping.join].flat(2)) {
      const column = this.table.columns.find((each) => each.name === name);
      if (column) this.used.add(column);
    }
    this.collection(collection).set(header, { mapping, ...(note !== undefined && { note }), todo });
  }

  /** Sets a constant, with the allowed values as its comment. */
  constant(collection: string, header: string, value: Scalar): void {
    const { values } = this.field(collection, header);
    this.set(collection, header, { value }, values?.join(', '));
  }

  /** Fills a field from a column if the table has it, and maps its values. Returns whether it did. */
  from(collection: string, header: string, role: string, options: FieldOptions = {}): boolean {
    const column = this.column(role);
    if (!column) return false;
    this.fill(collection, header, column, options);
    return true;
  }

  /** Fills a field from a column; without the column, or for empty cells, it has the given value. */
  fromOr(collection: string, header: string, role: string, value: Scalar, options: FieldOptions = {}): void {
    const isRead = this.from(collection, header, role, { default: value, ...options });
    if (!isRead) this.constant(collection, header, value);
  }

  fill(collection: string, header: string, column: InspectedColumn, options: FieldOptions): void {
    const { meanings, note, values: known, ...own } = options;
    const field = this.field(collection, header);
    const { values, unknown } = suggestValues(column, field, this.formats, meanings ?? null, own.default);
    const allowed = field.values?.join(', ') ?? (field.kind === 'boolean' ? 'true, false' : null);
    // Drops remarks in columns of dates or numbers; unknown words for a state need a meaning instead.
    const leftOut = allowed === null ? Object.fromEntries(unknown.map((text) => [text, ''])) : {};
    const all = { ...values, ...leftOut, ...known };
    const isPart = field.name === 'email' && this.texts(column).some((text) => emailIn(text) !== text);
    const mapping = {
      ...{ column: column.name, ...own, ...(isPart && { part: 'email' as const }) },
      ...(Object.keys(all).length > 0 && { values: all }),
    };
    const meant = allowed ?? `no ${kindNames[field.kind] ?? 'value'}, so it is left out`;
    const todo = unknown.map((text) => `CHECK ${JSON.stringify(text)}: ${meant}`);
    this.set(collection, header, mapping, note, todo);
    if (unknown.length === 0) return;
    const texts = unknown.slice(0, 3).join(', ');
    const end = allowed === null ? ', so these are left out' : '';
    this.checks.push(`${column.name} has values that ${collection}.${header} does not accept: ${texts}${end}`);
  }

  /** Sets a name and the slug derived from it. Spellings with the same slug become one name. */
  named(collection: string, columns: readonly InspectedColumn[], also: readonly InspectedColumn[] = []): FieldMapping {
    const [first, ...others] = columns;
    const values = first && others.length === 0 ? sameNames(first) : {};
    const reference = this.slugOf([...columns, ...also]);
    this.set(collection, 'slug', reference);
    this.set(collection, 'name', { ...columnSource(columns), ...(Object.keys(values).length > 0 && { values }) });
    return reference;
  }

  slugOf(columns: readonly InspectedColumn[]): FieldMapping {
    return { ...columnSource(columns), as: 'slug' };
  }

  /** Creates the spaces in a column, or the single space of the options. Returns the reference to it. */
  space(role = 'space'): FieldMapping {
    const { space, timeZone } = this.options;
    const column = this.column(role);
    if (!column) {
      this.set('spaces', 'slug', { value: toSlug(space) }, 'the slug of an existing or a new space');
      this.set('spaces', 'name', { value: space });
      this.set('spaces', 'time_zone', { value: timeZone });
      return { value: toSlug(space) };
    }
    const isFilled = column.filled === this.table.rows.length;
    const reference = { ...this.slugOf([column]), ...(!isFilled && { default: toSlug(space) }) };
    this.named('spaces', [column]);
    this.set('spaces', 'slug', reference);
    const name = this.collection('spaces').get('name')?.mapping ?? {};
    this.set('spaces', 'name', { ...name, ...(!isFilled && { default: space }) });
    this.set('spaces', 'time_zone', { value: timeZone });
    return reference;
  }

  /** Creates the categories in a column, and the references of a collection to them. */
  category(collection: string, type: string): void {
    const column = this.column('category');
    if (!column) return;
    const isFilled = column.filled === this.table.rows.length;
    this.collection('categories', isFilled ? {} : { only: [{ column: column.name, empty: false }] });
    this.set('categories', 'type', { value: type });
    const reference = this.named('categories', [column]);
    this.set(collection, 'category.slug', reference);
  }

  /** Sets a field with several values, which may be in one cell. */
  several(collection: string, header: string, role: string): void {
    const column = this.column(role);
    const split = column && separatorIn(column);
    if (column) this.set(collection, header, { column: column.name, ...(split !== undefined && { split }) });
  }

  /** Whether rows with equal values in the key columns differ in another column, compared by `as`. */
  varies(keys: readonly InspectedColumn[], { index }: InspectedColumn, as = (text: string): string => text): boolean {
    const known = new Map<string, string>();
    return this.table.rows.some((texts) => {
      const key = toSlug(keys.map((column) => texts[column.index] ?? '').join(' '));
      const text = as(texts[index] ?? '');
      const other = known.get(key);
      known.set(key, text);
      return other !== undefined && other !== text;
    });
  }

  /** Whether the combined values of these columns are unique and not empty. */
  isUnique(columns: readonly InspectedColumn[], as: (text: string) => string = (text) => text): boolean {
    const keys = this.table.rows.map((texts) =>
      as(
        columns
          .map(({ index }) => texts[index] ?? '')
          .join(' ')
          .trim(),
      ),
    );
    return keys.every((key) => key !== '') && new Set(keys).size === keys.length;
  }

  /** Maps unused columns whose headers are catalogue columns to the field of the same name. */
  ownNames(collection: string): void {
    const headers = this.headers(collection);
    for (const column of this.table.columns) {
      const header = headers.find((each) => plain(each) === plain(column.name));
      if (header === undefined || this.used.has(column) || this.collection(collection).has(header)) continue;
      const name = this.column('name');
      if (name && this.varies([name], column)) continue;
      this.fill(collection, header, column, {});
    }
  }

  /** Columns that neither fill a field nor determine which rows are skipped. */
  unused(skip: readonly Condition[]): readonly InspectedColumn[] {
    const names = [
      ...skip.map((condition) => (typeof condition === 'string' ? '' : condition.column)),
      ...[...this.collections.values()].map(({ repeat }) => repeat),
    ];
    return this.table.columns.filter((column) => !this.used.has(column) && !names.includes(column.name));
  }

  skipEmpty(columns: readonly InspectedColumn[]): readonly Condition[] {
    const count = this.table.rows.length;
    const incomplete = columns.filter(({ filled }) => filled < count);
    for (const { name, filled } of incomplete)
      this.checks.push(`rows without ${name} are left out, ${count - filled} of ${count}`);
    return incomplete.map(({ name }) => ({ column: name, empty: true }));
  }

  private headers(collection: string): readonly string[] {
    return allHeaders(this.plan(collection)).filter((header) => header !== 'id' && !header.endsWith('.id'));
  }

  private field(collection: string, header: string): SheetField {
    const fields = this.fields.get(collection) ?? collectFields(this.plan(collection));
    this.fields.set(collection, fields);
    return fields.get(header) ?? { kind: 'text', name: header, description: '' };
  }

  private plan(collection: string) {
    const definition = this.definitions.find(({ name }) => name === collection);
    if (!definition) throw new Error(`Unknown collection ${collection}.`);
    return sheetPlan(definition, this.definitions);
  }
}

const kindNames: Partial<Readonly<Record<SheetField['kind'], string>>> = {
  date: 'date',
  datetime: 'date',
  integer: 'whole number',
  number: 'number',
};
