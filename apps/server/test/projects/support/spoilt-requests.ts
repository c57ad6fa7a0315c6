import fc from 'fast-check';
import type { JsonObject } from '@resource-catalogue/testing/json';
import type { Entities } from './entities.js';

/** A write that must be refused, whatever else is right about it. */
export interface SpoiltRequest {
  readonly method: 'POST' | 'PATCH';
  /** Which project a PATCH is of. */
  readonly of: 'one' | 'a deleted one' | 'none' | 'no id';
  readonly body: string | Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

const json = { 'content-type': 'application/json' };

const long = (length: number) => fc.integer({ min: length + 1, max: length + 50 }).map((count) => 'x'.repeat(count));
const notText = fc.oneof(fc.integer(), fc.boolean(), fc.array(fc.integer()), fc.object());
const notArray = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.dictionary(fc.string(), fc.integer()));
const blank = fc.constantFrom('', ' ', '\t\n', '\u3000\u00a0');

/** A field with a value that it never takes. */
function spoiltField({ nothing, deletedMember, deletedMachine, deletedSpace, author, machines }: Entities) {
  const step = fc.oneof(
    notText.filter((value) => typeof value !== 'object' || Array.isArray(value)),
    fc.record({ title: fc.oneof(blank, long(200), notText, fc.constant(null)) }),
    fc.record({ title: fc.constant('a'), description: fc.oneof(long(20_000), notText) }),
    fc.record({ title: fc.constant('a'), id: fc.oneof(fc.constant(nothing), notText, fc.string()) }),
    fc.record({ title: fc.constant('a'), more: fc.anything().map(String) }),
  );
  const field = (name: string, value: fc.Arbitrary<unknown>) => value.map((spoilt): JsonObject => ({ [name]: spoilt }));
  const id = fc.oneof(fc.constant(nothing), notText, fc.string({ maxLength: 30 }));
  const listOf = (bad: fc.Arbitrary<unknown>) => fc.array(bad, { minLength: 1, maxLength: 4 });
  return fc.oneof(
    field('name', fc.oneof(blank, long(200), notText, fc.constant(null))),
    field('summary', fc.oneof(long(500), notText)),
    field('description', fc.oneof(long(100_000), notText)),
    field(
      'publication_state',
      fc.oneof(
        fc.string().map((text) => `${text}?`),
        notText,
        fc.constant(null),
      ),
    ),
    field('space_id', fc.oneof(id, fc.constant(deletedSpace))),
    field('license_id', id),
    field('thematic_ids', fc.oneof(listOf(id), notArray, fc.constant(null))),
    field(
      'machine_ids',
      fc.oneof(listOf(fc.oneof(id, fc.constant(deletedMachine))), fc.constant([machines[0], machines[0]])),
    ),
    field('collaborator_ids', fc.oneof(listOf(fc.oneof(id, fc.constantFrom(deletedMember, author))), notArray)),
    field('tags', fc.oneof(listOf(fc.oneof(blank, long(50), notText)), fc.constant(['a', 'A']), notArray)),
    field(
      'external_url',
      fc.oneof(
        fc.string().map((text) => `x${text}`),
        notText,
      ),
    ),
    field('steps', fc.oneof(listOf(step), notArray)),
    fc.string().map((name): JsonObject => ({ [`no ${name}`]: 1 })),
  );
}

/** Good fields that would be stored if nothing else were wrong. */
function goodFields({ members, machines, thematics, spaces, licenses }: Entities) {
  return fc.record(
    {
      summary: fc.string({ maxLength: 500 }).map((text) => text.replaceAll('\0', '')),
      description: fc.constantFrom('*a*', '# b', null),
      publication_state: fc.constant('published'),
      space_id: fc.constantFrom(...spaces),
      license_id: fc.constantFrom(...licenses),
      thematic_ids: fc.uniqueArray(fc.constantFrom(...thematics), { maxLength: 5 }),
      machine_ids: fc.uniqueArray(fc.constantFrom(...machines), { maxLength: 5 }),
      collaborator_ids: fc.uniqueArray(fc.constantFrom(...members), { maxLength: 5 }),
      tags: fc.constantFrom([], ['a'], ['b', 'c']),
      steps: fc.constantFrom([], [{ title: 'a' }]),
    },
    { requiredKeys: [] },
  );
}

/** Requests that are spoilt by a field, by their form, by a header, or by the project that they are of. */
export function spoiltRequests(entities: Entities): fc.Arbitrary<SpoiltRequest> {
  const good = goodFields(entities);
  const method = fc.constantFrom('POST' as const, 'PATCH' as const);
  const required = (of: string) => (of === 'POST' ? { name: 'Spoilt', author_id: entities.author } : {});
  const headers = fc.constantFrom(json, { ...json, 'idempotency-key': 'spoilt' });

  const byFields = fc.record({
    method,
    good,
    spoilt: fc.array(spoiltField(entities), { minLength: 1, maxLength: 3 }),
    headers,
  });
  const byText = fc.record({
    method,
    good,
    headers,
    spoil: fc.constantFrom<((text: string) => string | Buffer)[]>(
      (text) => text.slice(0, -1),
      (text) => `${text}${text}`,
      (text) => `[${text}]`,
      (text) => text.replace('{', '{"summary":1,"summary":"a",').replace(',}', '}'),
      (text) => text.replace('{', '{"summary":"\\u0000",').replace(',}', '}'),
      (text) => text.replace('{', '{"summary":"\\ud800",').replace(',}', '}'),
      (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff])]),
      () => '',
      (text) => text.padEnd(1024 * 1024 + 1),
    ),
  });
  const byHeader = fc.record({
    method: fc.constant('POST' as const),
    good,
    bad: fc.constantFrom<Record<string, string>[]>(
      { 'content-type': 'text/plain' },
      { ...json, 'content-encoding': 'gzip' },
      { ...json, 'idempotency-key': 'two words' },
      { ...json, accept: 'text/html' },
      { ...json, authorization: 'Bearer rct_none' },
    ),
  });
  const byProject = fc.record({
    good,
    of: fc.constantFrom('a deleted one' as const, 'none' as const, 'no id' as const),
  });
  const byState = fc.record({
    good,
    bad: fc.constantFrom<{ headers: Record<string, string>; body: JsonObject }[]>(
      { headers: { ...json, 'if-match': '"another"' }, body: {} },
      { headers: json, body: { publication_state: 'archived' } },
    ),
  });

  return fc.oneof(
    {
      weight: 6,
      arbitrary: byFields.map(({ good: fields, spoilt, ...rest }) => ({
        ...rest,
        of: 'one' as const,
        body: JSON.stringify(Object.assign({}, required(rest.method), fields, ...spoilt)),
      })),
    },
    {
      weight: 2,
      arbitrary: byText.map(({ good: fields, spoil, ...rest }) => ({
        ...rest,
        of: 'one' as const,
        body: spoil(JSON.stringify({ ...required(rest.method), ...fields })),
      })),
    },
    {
      weight: 1,
      arbitrary: byHeader.map(({ good: fields, bad, method: how }) => ({
        method: how,
        of: 'one' as const,
        headers: bad,
        body: JSON.stringify({ ...required(how), ...fields }),
      })),
    },
    {
      weight: 1,
      arbitrary: byProject.map(({ good: fields, of }) => ({
        method: 'PATCH' as const,
        of,
        headers: json,
        body: JSON.stringify(fields),
      })),
    },
    {
      weight: 1,
      arbitrary: byState.map(({ good: fields, bad }) => ({
        method: 'PATCH' as const,
        of: 'one' as const,
        headers: bad.headers,
        body: JSON.stringify({ ...fields, ...bad.body }),
      })),
    },
  );
}
