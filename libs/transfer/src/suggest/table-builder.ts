import { toSlug } from '../values/slug.js';
import type { Condition, FieldMapping, Scalar } from '../map/mapping.js';
import type { HeaderField, Layout } from '../layout.js';
import { emailIn } from '../map/text-parts.js';
import { type SuggestedFormats, suggestFormats } from './formats.js';
import type { InspectedColumn } from './inspect-table.js';
import type { RecognisedTable } from './recognise-table.js';
import { sameNames, separatorIn, suggestValues } from './suggested-values.js';
import { constants, tableKinds } from './table-kinds.js';
import { meaningsKey, plain } from './words.js';
import type { SuggestedCollection, SuggestedField } from './write-mapping.js';

/** Defaults for values that a table does not contain. */
export interface SuggestOptions {
  /** The name of the space, for tables without a column for it. */
  readonly space: string;
  readonly timeZone: string;
  /** Now, as ISO 8601. */
  readonly now: string;
}

type Fields = Map<string, SuggestedField>;

export const compact = (columns: readonly (InspectedColumn | undefined)[]): InspectedColumn[] =>
  columns.filter((column) => column !== undefined);

/** Reads a column, or several joined ones. */
export function columnSource(columns: readonly InspectedColumn[]): FieldMapping {
  const names = columns.map(({ name }) => name);
  return names.length > 1 ? { join: names } : { column: names[0] ?? '' };
}

/** Collects the fields that the columns of a table fill. */
export class TableBuilder {
  readonly collections = new Map<string, Omit<SuggestedCollection, 'fields'> & { readonly fields: Fields }>();
  readonly checks: string[] = [];
  readonly skip: Condition[];
  readonly formats: SuggestedFormats;
  /** The columns that identify the rows of a collection, such as machines with several units. */
  private readonly keys = new Map<string, readonly InspectedColumn[]>();

  constructor(
    readonly table: RecognisedTable,
    readonly options: SuggestOptions,
    private readonly layouts: ReadonlyMap<string, Layout>,
    /** Builders of the workbook's other tables. */
    readonly others: readonly TableBuilder[] = [],
  ) {
    const { roles, language, doubts, skip } = table;
    this.skip = [...skip];
    this.formats = suggestFormats([...roles.values()], language, options.timeZone);
    this.checks.push(...doubts);
  }

  /** The column with a role. */
  column(role: string): InspectedColumn | undefined {
    return this.table.roles.get(role);
  }

  /** The column with the names of the rows. */
  title(): InspectedColumn {
    const column = this.column('title');
    if (!column) throw new Error(`The table ${this.table.table.title} has no names.`);
    return column;
  }

  collection(name: string, own: Omit<SuggestedCollection, 'fields'> = {}): Fields {
    const built = this.collections.get(name) ?? { ...own, fields: new Map<string, SuggestedField>() };
    this.collections.set(name, built);
    return built.fields;
  }

  set(collection: string, header: string, mapping: FieldMapping, note?: string, todo: readonly string[] = []): void {
    this.collection(collection).set(header, { mapping, ...(note !== undefined && { note }), todo });
  }

  /** Sets a constant, with the allowed values as its comment. */
  setConstant(collection: string, header: string, value: Scalar): void {
    const note = this.field(collection, header).values?.join(', ') ?? 'assumed: no column has it';
    this.set(collection, header, { value }, note);
  }

  /** Fills a field from a column if the table has it, and maps its values. */
  read(collection: string, header: string, column: InspectedColumn | undefined, own: FieldMapping = {}): void {
    if (!column) return;
    const field = this.field(collection, header);
    const isList = field.kind === 'text' && field.several;
    const split = isList ? separatorIn(column) : undefined;
    const { values, unknown } = isList
      ? { values: {}, unknown: [] }
      : suggestValues(column, field, this.formats, meaningsKey(collection, header), own.default);
    const allowed = field.values?.join(', ') ?? (field.kind === 'boolean' ? 'true, false' : null);
    // Drops remarks in columns of dates or numbers; unknown prices, and words for a state, need a meaning instead.
    const isLeftOut = allowed === null && !isAmount(header);
    const leftOut = isLeftOut ? Object.fromEntries(unknown.map((text) => [text, ''])) : {};
    const all = { ...(isName(header) && sameNames(column)), ...values, ...leftOut, ...own.values };
    const isPart = field.name === 'email' && column.distinct.some((text) => emailIn(text) !== text);
    const mapping: FieldMapping = {
      ...{ column: column.name, ...own, ...(split !== undefined && { split }), ...(isPart && { part: 'email' }) },
      ...(Object.keys(all).length > 0 && { values: all }),
    };
    const kind = isAmount(header) ? 'an amount' : (expectedKinds[field.kind] ?? 'accepted');
    const reason = `not ${kind}${isLeftOut ? ', so it is left out' : ''}`;
    const meant = allowed ?? reason;
    const todo = unknown.map((text) => `CHECK ${JSON.stringify(text)}: ${meant}`);
    this.set(collection, header, mapping, undefined, todo);
    if (unknown.length === 0) return;
    const texts = unknown.slice(0, 3).join(', ');
    const end = isLeftOut ? ', so these are left out' : '';
    this.checks.push(`${column.name} has values that ${collection}.${header} does not accept: ${texts}${end}`);
  }

  /**
   * Fills the other fields of the collections of this kind: from the columns with their roles or names, or else with
   * constants. Columns that differ between rows with the same key would conflict, so they are left out.
   */
  fillOthers(collections: readonly string[]): void {
    const own: readonly string[] = tableKinds[this.table.kind].fills;
    for (const collection of collections) {
      const keys = this.keys.get(collection);
      for (const header of this.layout(collection).columns.keys()) {
        if (this.collection(collection).has(header) || /(?:^|\.)id$/.test(header)) continue;
        const named = this.column(header) ?? this.unused().find(({ name }) => plain(name) === plain(header));
        const column = own.includes(collection) ? named : undefined;
        const value = constants[collection]?.[header];
        const isFree = column && !(keys && this.varies(keys, column, isName(header) ? toSlug : undefined));
        if (isFree) this.read(collection, header, column, value === undefined ? {} : { default: value });
        else if (value !== undefined) this.setConstant(collection, header, value);
      }
    }
  }

  /** Sets a name, and a slug derived from the columns that identify it. Returns the reference to it. */
  setName(
    collection: string,
    columns: readonly InspectedColumn[],
    keys: readonly InspectedColumn[] = columns,
  ): FieldMapping {
    const [first, ...others] = columns;
    // Spellings with the same slug become one name.
    const values = first && others.length === 0 ? sameNames(first) : {};
    const reference: FieldMapping = { ...columnSource(keys), as: 'slug' };
    this.keys.set(collection, keys);
    this.set(collection, 'slug', reference);
    this.set(collection, 'name', { ...columnSource(columns), ...(Object.keys(values).length > 0 && { values }) });
    return reference;
  }

  /** Sets a key: a unique column, or else one derived from names. Numbers equal names that no column distinguishes. */
  setKey(
    collection: string,
    header: string,
    unique: readonly (InspectedColumn | undefined)[],
    names: readonly InspectedColumn[],
    repeats = false,
  ): void {
    const own = compact(unique).find((column) => this.isUnique([column]));
    if (own) {
      this.set(collection, header, { column: own.name, ...(repeats && { as: 'numbered-slug' }) });
      return;
    }
    const isUnique = this.isUnique(names, toSlug);
    const as = isUnique && !repeats ? 'slug' : 'numbered-slug';
    this.set(collection, header, { ...columnSource(names), as }, 'no column has a unique number for each row');
    if (isUnique) return;
    this.checks.push(
      `${collection}.${header} numbers rows with the same ${names.map(({ name }) => name).join(', ')} from top to bottom: ` +
        'inserting or sorting rows changes the numbers; map a column with a unique number instead if there is one',
    );
  }

  /** Creates the spaces in a column, or the single space of the options. Returns the reference to it. */
  space(role = 'space'): FieldMapping {
    const { space, timeZone } = this.options;
    const column = this.column(role);
    const reference: FieldMapping = { value: toSlug(space) };
    if (!column) {
      this.set('spaces', 'slug', reference, 'the slug of an existing or a new space');
      this.set('spaces', 'name', { value: space });
      this.set('spaces', 'time_zone', { value: timeZone });
      return reference;
    }
    const isFilled = column.filled === this.table.rows.length;
    const own = { ...this.setName('spaces', [column]), ...(!isFilled && { default: toSlug(space) }) };
    const { mapping = {} } = this.collection('spaces').get('name') ?? {};
    this.set('spaces', 'slug', own);
    this.set('spaces', 'name', { ...mapping, ...(!isFilled && { default: space }) });
    this.set('spaces', 'time_zone', { value: timeZone });
    // Rows without a name are left out.
    const title = this.column('title')?.index;
    const names = this.table.rows.flatMap((texts) =>
      title !== undefined && texts[title] === '' ? [] : [texts[column.index] ?? ''],
    );
    const count = new Set(names.map((text) => toSlug(text === '' ? space : text))).size;
    if (count > 1) this.checks.push(`${column.name} becomes ${count} spaces in the time zone ${timeZone}`);
    return own;
  }

  /** Creates the categories in a column, and the references of a collection to them. */
  category(collection: string, type: string): void {
    const column = this.column('category');
    const keys = this.keys.get(collection);
    if (!column || (keys && this.varies(keys, column, toSlug))) return;
    const isFilled = column.filled === this.table.rows.length;
    this.collection('categories', isFilled ? {} : { only: [{ column: column.name, empty: false }] });
    this.set('categories', 'type', { value: type });
    this.set(collection, 'category.slug', this.setName('categories', [column]));
  }

  /** Adds to the columns of names those of the others that differ between rows with the same names. */
  addDistinguishing(
    names: readonly InspectedColumn[],
    ...others: readonly (InspectedColumn | undefined)[]
  ): readonly InspectedColumn[] {
    const add = (keys: readonly InspectedColumn[], column: InspectedColumn) =>
      !keys.includes(column) && this.varies(keys, column, toSlug) ? [...keys, column] : keys;
    return compact(others).reduce(add, names);
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
    const texts = this.table.rows.map((row) =>
      columns
        .map(({ index }) => row[index] ?? '')
        .join(' ')
        .trim(),
    );
    return !texts.includes('') && new Set(texts.map(as)).size === texts.length;
  }

  /** Columns that fill no field. */
  unused(): readonly InspectedColumn[] {
    const used = [...this.collections.values()].flatMap(({ fields, repeat = '' }) => [
      repeat,
      ...[...fields.values()].flatMap(({ mapping: { column = [], join = [] } }) => [column, join].flat()),
    ]);
    return this.table.columns.filter(({ name }) => !used.includes(name));
  }

  skipEmpty(columns: readonly InspectedColumn[]): void {
    const count = this.table.rows.length;
    for (const { name, filled } of columns) {
      if (filled === count) continue;
      this.checks.push(`rows without ${name} are left out (${count - filled} of ${count})`);
      this.skip.push({ column: name, empty: true });
    }
  }

  skipValues({ name }: InspectedColumn, texts: readonly string[]): void {
    if (texts.length > 0) this.skip.push({ column: name, is: texts });
  }

  /** Marks keys that identify rows but have no column with CHECK. */
  checkKeys(): void {
    for (const [name, { fields }] of this.collections) {
      const { key } = this.layout(name);
      if (key === null || fields.has(key)) continue;
      this.set(name, key, { value: 'CHECK' });
      this.checks.push(`no column has the ${key} that identifies ${name}: choose a column`);
    }
  }

  private field(collection: string, header: string): HeaderField {
    const field = this.layout(collection).columns.get(header);
    if (!field) throw new Error(`Unknown column ${header} of ${collection}.`);
    return field;
  }

  private layout(collection: string): Layout {
    const layout = this.layouts.get(collection);
    if (!layout) throw new Error(`Unknown collection ${collection}.`);
    return layout;
  }
}

/** Whether spellings of a field's values with the same slug are one name. */
const isName = (header: string): boolean => header === 'brand' || header === 'model';

const isAmount = (header: string): boolean => header.endsWith('amount_in_cents');

const expectedKinds: Partial<Readonly<Record<HeaderField['kind'], string>>> = {
  date: 'a date',
  datetime: 'a date',
  integer: 'a whole number',
  number: 'a number',
};
