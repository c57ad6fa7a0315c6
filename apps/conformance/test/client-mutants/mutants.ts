import { textOf } from '../../src/json.js';
import type { ClientFactory } from '../../src/target/recorded-client.js';
import {
  onTheWay,
  inQuery,
  inName,
  inHeaders,
  withMethod,
  inBody,
  inAnswer,
  inList,
  inAnswerHeaders,
  inCalls,
  withoutNulls,
  stale,
} from './wrong-client.js';

/** A client library that is wrong in one way, and the check and subject that show it. */
export interface ClientMutant {
  readonly id: string;
  readonly killedBy: readonly [check: string, subject: string];
  readonly createClient: ClientFactory;
}
const mutant = (id: string, check: string, subject: string, factory: ClientFactory): ClientMutant => ({
  id,
  killedBy: [check, subject],
  createClient: factory,
});

const sets = ['in-and-not-in-are-sound-and-complete', 'bookings'] as const;
const ranges = ['ranges-are-sound-and-complete', 'bookings'] as const;
const sorts = ['every-sort-orders-the-rows', 'machines'] as const;
const walks = ['walk-meets-every-row-once', 'machines'] as const;
const gets = ['get-shows-the-row-of-the-list', 'bookings'] as const;
const flags = ['soft-deleted-divides-live-from-deleted', 'machines'] as const;
const patches = ['patch-changes-what-it-names', 'server'] as const;
const nulls = ['null-clears-and-arrays-replace', 'server'] as const;
const posts = ['post-takes-every-field', 'server'] as const;
const operations = ['client-lists-what-the-wire-shows', 'machines'] as const;
const conditional = ['client-writes-what-the-wire-shows', 'server'] as const;

/** One behaviour each. */
export const clientMutants: readonly ClientMutant[] = [
  // What is asked of lists.
  mutant(
    'drops-the-filters',
    ...sets,
    inQuery((name, value) => (name.startsWith('filters') ? null : [name, value])),
  ),
  mutant('sends-eq-for-in', ...sets, inName('[in]', '[eq]')),
  mutant('sends-not-in-for-in', ...sets, inName('[in]', '[not_in]')),
  mutant('sends-in-for-not-in', ...sets, inName('[not_in]', '[in]')),
  mutant(
    'sends-the-first-of-a-set',
    ...sets,
    inQuery((name, value) => [name, value.replace(/,.*/, '')]),
  ),
  mutant(
    'sends-flags-turned-round',
    ...flags,
    inQuery((name, value) => [name, value === 'true' ? 'false' : value]),
  ),
  mutant('sends-lte-for-lt', ...ranges, inName('[lt]', '[lte]')),
  mutant('sends-gt-for-gte', ...ranges, inName('[gte]', '[gt]')),
  mutant(
    'sends-times-in-seconds',
    ...ranges,
    inQuery((name, value) => [name, value.replace(/\.\d{3}Z$/, 'Z')]),
  ),
  mutant(
    'forgets-the-sort',
    ...sorts,
    inQuery((name, value) => (name === 'sort' ? null : [name, value])),
  ),
  mutant(
    'turns-the-sort-round',
    ...sorts,
    inQuery((name, value) => [name, name === 'sort' ? `-${value}` : value]),
  ),
  mutant(
    'forgets-the-limit',
    ...walks,
    inQuery((name, value) => (name === 'limit' ? null : [name, value])),
  ),
  mutant(
    'asks-for-a-row-more',
    ...walks,
    inQuery((name, value) => [name, name === 'limit' ? `${value}0` : value]),
  ),
  mutant(
    'forgets-the-cursor',
    ...walks,
    inQuery((name, value) => (name === 'cursor' ? null : [name, value])),
  ),
  mutant(
    'sends-every-request-twice',
    ...walks,
    onTheWay(async (request, send) => {
      await send(request.clone());
      return send(request);
    }),
  ),
  // Headers and methods.
  mutant(
    'forgets-the-token',
    ...gets,
    inHeaders((headers) => headers.delete('authorization')),
  ),
  mutant(
    'forgets-what-it-accepts',
    ...gets,
    inHeaders((headers) => headers.delete('accept')),
  ),
  mutant(
    'forgets-the-idempotency-key',
    ...posts,
    inHeaders((headers) => headers.delete('idempotency-key')),
  ),
  mutant(
    'makes-keys-of-its-own',
    ...conditional,
    inHeaders((headers) => {
      if (headers.has('idempotency-key')) headers.set('idempotency-key', crypto.randomUUID());
    }),
  ),
  mutant(
    'sends-patches-as-json',
    ...patches,
    inHeaders((headers) => headers.set('content-type', 'application/json')),
  ),
  mutant(
    'forgets-the-etag-it-read',
    ...conditional,
    inHeaders((headers) => headers.delete('if-match')),
  ),
  mutant(
    'matches-any-etag',
    ...conditional,
    inHeaders((headers) => headers.set('if-match', '*')),
  ),
  mutant('posts-instead-of-patching', ...patches, withMethod('PATCH', 'POST')),
  // Bodies that are sent.
  mutant('leaves-nulls-out', ...nulls, inBody(withoutNulls)),
  mutant(
    'trims-texts',
    ...posts,
    inBody((body) => ({ ...body, name: textOf(body['name']).slice(0, 5) })),
  ),
  // Bodies that are read.
  mutant(
    'loses-the-last-row',
    ...walks,
    inList(({ data }) => void data.pop()),
  ),
  mutant(
    'turns-pages-round',
    ...walks,
    inList(({ data }) => void data.reverse()),
  ),
  mutant(
    'ends-every-walk-at-once',
    ...walks,
    inList(({ meta }) => void (meta['next'] = null)),
  ),
  mutant(
    'reads-the-limit-as-the-number-of-rows',
    'limit-has-its-default-and-its-maximum',
    'machines',
    inList(({ data, meta }) => void (meta['limit'] = data.length)),
  ),
  mutant(
    'leaves-nulls-out-of-rows',
    ...gets,
    inAnswer((text) => text.replace(/"\w+":null,/, '')),
  ),
  mutant(
    'rounds-times-to-seconds',
    ...gets,
    inAnswer((text) => text.replace(/\.\d{3}Z"/g, '.000Z"')),
  ),
  mutant(
    'forgets-the-etag-of-an-answer',
    ...patches,
    inAnswerHeaders((headers) => headers.delete('etag')),
  ),
  mutant(
    'forgets-the-id-of-a-request',
    ...gets,
    inAnswerHeaders((headers) => headers.delete('x-request-id')),
  ),
  mutant(
    'takes-every-project-for-a-new-one',
    ...conditional,
    inAnswerHeaders((headers) => headers.delete('idempotency-replayed')),
  ),
  mutant('shows-what-it-read-before', ...patches, stale),
  // Operations.
  mutant(
    'walks-without-the-last-page',
    ...walks,
    inCalls(({ machines }) => ({
      machines: {
        ...machines,
        list: (params, options) =>
          Object.assign(machines.list(params, options), {
            pages: async function* () {
              for await (const page of machines.list(params, options).pages()) if (page.nextCursor !== null) yield page;
            },
          }),
      },
    })),
  ),
  mutant(
    'takes-the-second-row-for-the-first',
    ...operations,
    inCalls(({ machines }) => ({
      machines: {
        ...machines,
        list: (params, options) =>
          Object.assign(machines.list(params, options), {
            first: async () => (await machines.list(params, options)).data[1],
          }),
      },
    })),
  ),
  mutant(
    'gets-all-but-one-of-many',
    ...operations,
    inCalls(({ machines }) => ({
      machines: { ...machines, getMany: (ids, options) => machines.getMany([...ids].slice(1), options) },
    })),
  ),
  mutant(
    'misses-the-latest-changes',
    ...operations,
    inCalls(({ machines }) => ({
      machines: {
        ...machines,
        changesSince: (instant, options) => machines.changesSince(instant, { ...options, overlapMs: -1 }),
      },
    })),
  ),
  mutant(
    'makes-arrays-of-one-page',
    ...operations,
    inCalls(({ machines }) => ({
      machines: {
        ...machines,
        list: (params, options) =>
          Object.assign(machines.list(params, options), {
            toArray: async () => [...(await machines.list(params, options)).data],
          }),
      },
    })),
  ),
];
