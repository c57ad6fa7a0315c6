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
import { freeSlug } from '../write/project-rows.js';
import { day, Stamps, wire } from './clock.js';
import { makeName } from './names.js';
import { countTo, inTurn, type Random } from './random.js';
import { findForm, isSet } from './value-forms.js';

/** The rows made so far, by collection. */
export type MadeRows = Readonly<Partial<Record<CollectionName, readonly Row[]>>>;

type Identity = Pick<Row, 'id' | 'created_at' | 'updated_at'>;

/** Context of a row; `index` numbers the rows of a collection, so that every value and every null occurs. */
export interface Making extends Identity {
  readonly index: number;
  readonly random: Random;
  /** The slots of an event or training session. */
  readonly starts: Stamps;
  /** The rows made so far, those of the same collection included. */
  readonly rows: (collection: CollectionName) => readonly Row[];
}

/**
 * Values that the contract does not determine. An object with more keys than its reference shows is reduced to a
 * summary.
 */
export type Special = (making: Making) => JsonObject;

/** The index of a row, and the place of a key in it, so that the keys of a row do not cycle in step. */
interface FieldPlace {
  readonly index: number;
  readonly place: number;
}

interface Context {
  readonly collection: CollectionName;
  readonly stamps: Stamps;
  readonly slugs: Set<string>;
}

const tables = new Map<DtoClass, readonly Field[]>();

/** The fields of a DTO, cached. */
function listFields(dto: DtoClass): readonly Field[] {
  const table = tables.get(dto) ?? [...fieldTable(dto).values()];
  tables.set(dto, table);
  return table;
}

/** The entity that a key names: `accreditation` for `required_accreditations`. */
const entityOf = (key: string): string => toSingular(key.replace(/^.*_/, ''));

const collectionNames = collections.map(({ name }) => name);

const isUnique = (collection: CollectionName, key: string): boolean =>
  collections.some(({ name, unique }) => name === collection && unique.some((keys) => keys.some((one) => one === key)));

/** Makes rows from their contract: types, enumerations, nulls, parts and references. */
export class RowMaker {
  readonly made: Partial<Record<CollectionName, readonly Row[]>>;
  /** Entities without a collection, such as groups. */
  private readonly entities = new Map<string, readonly JsonObject[]>();

  constructor(
    private readonly random: Random,
    private readonly entityCount: number,
    made: MadeRows = {},
  ) {
    this.made = { ...made };
  }

  add(
    { name, resource }: { readonly name: CollectionName; readonly resource: DtoClass },
    count: number,
    special: Special = () => ({}),
  ): readonly Row[] {
    const stamps = new Stamps(this.random, openingTime(name), count);
    const starts = new Stamps(this.random, '2026-02-27T22:30:00.000Z', count);
    const context: Context = { collection: name, stamps, slugs: new Set() };
    const rows: Row[] = [];
    this.made[name] = rows;
    for (const index of countTo(count)) {
      const own = this.identity(stamps);
      const given = { ...own, ...special({ ...own, index, starts, random: this.random, rows: this.rowsOf }) };
      refuseUnknown(resource, given);
      rows.push({ ...this.whole(resource, given, index, context), ...own });
    }
    return rows;
  }

  readonly rowsOf = (name: CollectionName): readonly Row[] => this.made[name] ?? [];

  private identity(stamps: Stamps): Identity {
    const created = stamps.take();
    const updated = created + this.random.pick([0, 0, 1, 999, 1000, day, 30 * day]);
    return { id: this.random.uuid(), created_at: wire(created), updated_at: wire(updated) };
  }

  /** An object with all its keys in order, given or generated. */
  private whole(dto: DtoClass, given: JsonObject, index: number, context: Context): JsonObject {
    const row: Record<string, JsonValue> = {};
    for (const [place, field] of decidedLast(listFields(dto))) {
      const value = given[field.name];
      row[field.name] =
        value === undefined
          ? this.value(field, { index, place }, { ...given, ...row }, context)
          : this.shown(field, value, index, context);
    }
    return Object.fromEntries(listFields(dto).map(({ name }) => [name, row[name] ?? null]));
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
    if (field.kind === 'integer' && isUnique(context.collection, field.name)) return 1 + at.index;
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
        return wire(context.stamps.take());
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

  private object(field: Field, index: number, context: Context): JsonValue {
    const { name, nullable, dto } = field;
    if (dto === undefined) return { text: makeName(name, index) };
    const known = this.referenced(name, dto(), context);
    if (known?.length === 0 && nullable) return null;
    const shown = known === null || known.length === 0 ? {} : this.random.pick(known);
    return this.whole(dto(), shown, index, context);
  }

  private items(field: Field, index: number, context: Context): JsonValue {
    const { name, values, dto } = field;
    if (values !== undefined) return countTo(index % values.length).map((at) => inTurn(values, index + at));
    const places = countTo(index % 3).map((at) => index + at);
    if (dto === undefined) return places.map((place) => makeName(name, place));
    const known = this.referenced(name, dto(), context);
    if (known !== null) return this.shown(field, this.random.sample(known, 3), index, context);
    return places.map((place) => this.whole(dto(), {}, place, context));
  }

  /** The rows that a summary under this key can show; null for a part of this row. */
  private referenced(key: string, dto: DtoClass, { collection }: Context): readonly JsonObject[] | null {
    const name = collectionBehind(key, collectionNames) ?? (dto === PersonSummaryDto ? 'members' : null);
    if (name === null) return dto === RefDto ? this.entitiesCalled(entityOf(key)) : null;
    const rows = this.rowsOf(name);
    // A resource has a category of the same type (section 8, categories).
    return name === 'categories' ? rows.filter(({ type }) => collection.startsWith(toText(type))) : rows;
  }

  private entitiesCalled(kind: string): readonly JsonObject[] {
    const entities =
      this.entities.get(kind) ??
      countTo(this.entityCount).map((index) => ({ id: this.random.uuid(), name: `${kind} ${index + 1}` }));
    this.entities.set(kind, entities);
    return entities;
  }
}

/** The fields with their positions; fields that depend on later ones come last. */
function decidedLast(fields: readonly Field[]): (readonly [place: number, field: Field])[] {
  const placeOfKey = ({ setWhen }: Field): number =>
    setWhen === undefined ? -1 : fields.findIndex(({ name }) => name === setWhen.key);
  const placed = [...fields.entries()];
  const waits = ([place, field]: (typeof placed)[number]): boolean => placeOfKey(field) > place;
  return [...placed.filter((one) => !waits(one)), ...placed.filter(waits)];
}

/** The creation time of a collection's first row: one month per collection, not at a round time. */
const openingTime = (name: CollectionName): string =>
  new Date(Date.UTC(2024, 1 + collections.findIndex((one) => one.name === name), 28, 22)).toISOString();

function refuseUnknown(dto: DtoClass, given: JsonObject): void {
  const unknown = Object.keys(given).find((key) => !listFields(dto).some(({ name }) => name === key));
  if (unknown !== undefined) throw new Error(`${dto.name} has no ${unknown}: remove it from src/dataset.`);
}
