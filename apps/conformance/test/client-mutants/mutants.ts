import { textOf } from '../../src/json.js';
import type { ClientFactory } from '../../src/target/recorded-client.js';
import {
  onMachines,
  onTheWay,
  readingList,
  readingNo,
  readingText,
  stale,
  withBody,
  withCall,
  withHeader,
  withMethod,
  withName,
  without,
  withValue,
} from './wrong-client.js';

/** A client library that is wrong in one way, and the check and subject that show it. */
export interface ClientMutant {
  readonly id: string;
  readonly killedBy: readonly [check: string, subject: string];
  readonly createClient: ClientFactory;
}

const mutants: Readonly<Record<string, Readonly<Record<string, ClientFactory>>>> = {
  'in-and-not-in-are-sound-and-complete bookings': {
    'drops-the-filters': without('filters'),
    'sends-eq-for-in': withName('[in]', '[eq]'),
    'sends-not-in-for-in': withName('[in]', '[not_in]'),
    'sends-in-for-not-in': withName('[not_in]', '[in]'),
    'sends-the-first-of-a-set': withValue('', (value) => value.replace(/,.*/, '')),
  },
  'soft-deleted-divides-live-from-deleted machines': {
    'sends-flags-turned-round': withValue('', (value) => (value === 'true' ? 'false' : value)),
  },
  'ranges-are-sound-and-complete bookings': {
    'sends-lte-for-lt': withName('[lt]', '[lte]'),
    'sends-gt-for-gte': withName('[gte]', '[gt]'),
    'sends-times-in-seconds': withValue('', (value) => value.replace(/\.\d{3}Z$/, 'Z')),
  },
  'every-sort-orders-the-rows machines': {
    'forgets-the-sort': without('sort'),
    'turns-the-sort-round': withValue('sort', (value) => `-${value}`),
  },
  'walk-meets-every-row-once machines': {
    'forgets-the-limit': without('limit'),
    'asks-for-a-row-more': withValue('limit', (value) => `${value}0`),
    'forgets-the-cursor': without('cursor'),
    'sends-every-request-twice': onTheWay(async (request, send) => {
      await send(request.clone());
      return send(request);
    }),
    'loses-the-last-row': readingList((data) => void data.pop()),
    'turns-pages-round': readingList((data) => void data.reverse()),
    'ends-every-walk-at-once': readingList((_, meta) => void (meta['next'] = null)),
    'walks-without-the-last-page': withCall((call) => ({
      pages: async function* () {
        for await (const page of call.pages()) if (page.nextCursor !== null) yield page;
      },
    })),
  },
  'limit-has-its-default-and-its-maximum machines': {
    'reads-the-limit-as-the-number-of-rows': readingList((data, meta) => void (meta['limit'] = data.length)),
  },
  'get-shows-the-row-of-the-list bookings': {
    'forgets-the-token': withHeader('authorization', () => null),
    'forgets-what-it-accepts': withHeader('accept', () => null),
    'leaves-nulls-out-of-rows': readingText((text) => text.replace(/"\w+":null,/, '')),
    'rounds-times-to-seconds': readingText((text) => text.replace(/\.\d{3}Z"/g, '.000Z"')),
    'forgets-the-id-of-a-request': readingNo('x-request-id'),
  },
  'post-takes-every-field server': {
    'forgets-the-idempotency-key': withHeader('idempotency-key', () => null),
    'trims-texts': withBody((body) => ({ ...body, name: textOf(body['name']).slice(0, 5) })),
  },
  'null-clears-and-arrays-replace server': {
    'leaves-nulls-out': withBody((body) =>
      Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null)),
    ),
  },
  'patch-changes-what-it-names server': {
    'sends-patches-as-json': withHeader('content-type', () => 'application/json'),
    'posts-instead-of-patching': withMethod('PATCH', 'POST'),
    'forgets-the-etag-of-an-answer': readingNo('etag'),
    'shows-what-it-read-before': stale,
  },
  'client-writes-what-the-wire-shows server': {
    'makes-keys-of-its-own': withHeader('idempotency-key', () => crypto.randomUUID()),
    'forgets-the-etag-it-read': withHeader('if-match', () => null),
    'matches-any-etag': withHeader('if-match', () => '*'),
    'takes-every-project-for-a-new-one': readingNo('idempotency-replayed'),
  },
  'client-lists-what-the-wire-shows machines': {
    'takes-the-second-row-for-the-first': withCall((call) => ({ first: async () => (await call).data[1] })),
    'makes-arrays-of-one-page': withCall((call) => ({ toArray: async () => [...(await call).data] })),
    'gets-all-but-one-of-many': onMachines(({ getMany }) => ({
      getMany: (ids, options) => getMany([...ids].slice(1), options),
    })),
    'misses-the-latest-changes': onMachines(({ changesSince }) => ({
      changesSince: (instant, options) => changesSince(instant, { ...options, overlapMs: -1 }),
    })),
  },
};

export const clientMutants = Object.entries(mutants).flatMap(([killer, factories]): ClientMutant[] => {
  const [check = '', subject = ''] = killer.split(' ');
  return Object.entries(factories).map(([id, createClient]) => ({ id, killedBy: [check, subject], createClient }));
});
