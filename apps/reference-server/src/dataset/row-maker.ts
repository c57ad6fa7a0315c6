import { crc32 } from 'node:zlib';
import {
  collectionBehind,
  type CollectionName,
  collections,
  type DtoClass,
  type Field,
  fieldTable,
  PersonSummaryDto,
  RefDto,
  toSingular,
} from '@resource-catalogue/contracts';
import { isList, isObject, type JsonObject, type JsonValue, type Row, toText } from '../json.js';
import { freeSlug } from '../write/slug.js';
import { day, makeInstants, toTime, formatInstant } from './clock.js';
import { countTo, inTurn, Random } from './random.js';
import { findForm, isSet, makeName } from './value-forms.js';

/** The rows made so far, by collection. */
export type MadeRows = Readonly<Partial<Record<CollectionName, readonly Row[]>>>;

/** Context of a row; `index` numbers the rows of a collection, so that every value and every null occurs. */
export interface RowContext extends Pick<Row, 'id' | 'created_at' | 'updated_at'> {
  readonly index: number;
  readonly random: Random;
  /** Instants at which the slots of a session or booking can begin. */
  readonly starts: readonly number[];
  /** The rows made so far, those of the same collection included. */
  readonly rows: (collection: CollectionName) => readonly Row[];
}

/**
 * Values that the contract does not determine. An object with more keys than its reference shows is reduced to a
 * summary.
 */
export type SpecialValues = (context: RowContext) => JsonObject;

/** The index of a row, and the place of a key in it, so that the keys of a row do not cycle in step. */
interface FieldPlace {
  readonly index: number;
  readonly place: number;
}

interface Context {
  readonly collection: CollectionName;
  readonly instants: readonly number[];
  readonly slugs: Set<string>;
}

/** The entity that a key refers to: `accreditation` for `required_accreditations`. */
const entityOf = (key: string): string => toSingular(key.replace(/^.*_/, ''));

const collectionNames = collections.map(({ name }) => name);

/** Makes rows from their contract: types, enumerations, nulls, parts and references. */
export class RowMaker {
  readonly made: Partial<Record<CollectionName, readonly Row[]>>;

  private readonly tables = new Map<DtoClass, readonly Field[]>();

  constructor(
    private readonly random: Random,
    /** Number of entities of each kind that has no collection, such as groups. */
    private readonly entityCount: number,
    made: MadeRows = {},
  ) {
    this.made = { ...made };
  }

  add(
    { name, resource }: { readonly name: CollectionName; readonly resource: DtoClass },
    count: number,
    special: SpecialValues = () => ({}),
  ): readonly Row[] {
    const { random, rowsOf } = this;
    // The instants of each collection begin in another month, and not at a round time.
    const instants = makeInstants(random, Date.UTC(2024, 1 + collectionNames.indexOf(name), 28, 22), count);
    const starts = makeInstants(random, toTime('2026-02-27T22:30:00.000Z'), count);
    const context: Context = { collection: name, instants, slugs: new Set() };
    const rows: Row[] = [];
    this.made[name] = rows;
    for (const index of countTo(count)) {
      const created = random.pick(instants);
      const updated = created + random.pick([0, 0, 1, 999, 1000, day, 30 * day]);
      const own = { id: random.uuid(), created_at: formatInstant(created), updated_at: formatInstant(updated) };
      const given = { ...own, ...special({ ...own, index, starts, random, rows: rowsOf }) };
      rows.push({ ...this.whole(resource, given, index, context), ...own });
    }
    return rows;
  }

  readonly rowsOf = (name: CollectionName): readonly Row[] => this.made[name] ?? [];

  /** An object with all its keys in order, given or generated. */
  private whole(dto: DtoClass, given: JsonObject, index: number, context: Context): JsonObject {
    const fields = this.tables.get(dto) ?? [...fieldTable(dto).values()];
    this.tables.set(dto, fields);
    const row: Record<string, JsonValue> = {};
    for (const [place, field] of fields.entries()) {
      const value = given[field.name];
      row[field.name] =
        value === undefined
          ? this.value(field, { index, place }, row, context)
          : this.shown(field, value, index, context);
    }
    return row;
  }

  private shown({ dto }: Field, value: JsonValue, index: number, context: Context): JsonValue {
    if (dto === undefined) return value;
    if (isList(value)) return value.filter(isObject).map((item, at) => this.whole(dto(), item, index + at, context));
    return isObject(value) ? this.whole(dto(), value, index, context) : value;
  }

  /** Rotates through the values of an enumeration, with null if the field is nullable. */
  private value(field: Field, at: FieldPlace, row: JsonObject, context: Context): JsonValue {
    const index = at.index + at.place;
    if (field.nullable && !isSet(field, row, index)) return null;
    const form = findForm(field);
    if (form !== undefined) return form(index);
    switch (field.kind) {
      case 'uuid':
        return this.random.uuid();
      case 'text':
        return this.text(field.name, at, context);
      case 'enum':
        return inTurn(field.values ?? [], index + Math.floor(index / 7));
      case 'datetime':
        return formatInstant(this.random.pick(context.instants));
      case 'date':
        return `2024-02-${String(1 + (index % 29)).padStart(2, '0')}`;
      case 'integer':
        return 1 + (index % 9);
      case 'number':
        return 1 + (index % 9) / 4;
      case 'boolean':
        return index % 2 === 0;
      case 'object':
        return this.object(field, index, context);
      case 'array':
        return this.items(field, index, context);
    }
  }

  private text(key: string, { index, place }: FieldPlace, { collection, slugs }: Context): string {
    const name = makeName(entityOf(collection), index);
    if (key !== 'slug') return key === 'name' ? name : makeName(key, index + place);
    const slug = freeSlug(name, slugs);
    slugs.add(slug);
    return slug;
  }

  private object({ name, nullable, dto }: Field, index: number, context: Context): JsonValue {
    if (dto === undefined) return { text: makeName(name, index) };
    const known = this.referenced(name, dto(), context) ?? [{}];
    if (known.length === 0 && nullable) return null;
    return this.whole(dto(), known.length === 0 ? {} : this.random.pick(known), index, context);
  }

  private items(field: Field, index: number, context: Context): JsonValue {
    const { name, values, dto } = field;
    if (values !== undefined) return countTo(index % values.length).map((at) => inTurn(values, index + at));
    const places = countTo(index % 3).map((at) => index + at);
    if (dto === undefined) return places.map((place) => makeName(name, place));
    const known = this.referenced(name, dto(), context);
    return this.shown(field, known === null ? places.map(() => ({})) : this.random.sample(known, 3), index, context);
  }

  /** The rows that a summary under this key can show; null for a part of this row. */
  private referenced(key: string, dto: DtoClass, { collection }: Context): readonly JsonObject[] | null {
    const name = collectionBehind(key, collectionNames) ?? (dto === PersonSummaryDto ? 'members' : null);
    if (name === null) return dto === RefDto ? this.entitiesCalled(entityOf(key)) : null;
    const rows = this.rowsOf(name);
    // A resource has a category of the same type (section 8, categories).
    return name === 'categories' ? rows.filter(({ type }) => collection.startsWith(toText(type))) : rows;
  }

  /** Entities without a collection are the same for each key. */
  private entitiesCalled(kind: string): readonly JsonObject[] {
    const random = new Random(crc32(kind));
    return countTo(this.entityCount).map((index) => ({ id: random.uuid(), name: `${kind} ${index + 1}` }));
  }
}
