import { ask, list } from '../probe/ask.js';
import { Refusal } from '../server/refusal.js';
import type { SelfTestServer } from '../server/start.js';
import type { Fault } from './fault.js';

const status = async (server: SelfTestServer, query: string, collection = 'bookings'): Promise<number> =>
  (await list(server, collection, query)).status;

/** Some query strings break the server. */
const failing = <Name extends string>(name: Name, summary: string, breaks: RegExp, example: string) =>
  ({
    id: `hostile-${name}`,
    family: 'hostile',
    rule: 'ERR-5',
    summary,
    behaviour: (sound) => ({
      pairsOf: (rawQuery, contract) => {
        if (breaks.test(rawQuery)) throw new TypeError('Cannot read properties of undefined');
        return sound.pairsOf(rawQuery, contract);
      },
    }),
    probe: async (server) => (await status(server, example)) === 500,
  }) as const satisfies Fault;

/** Some flaws of a query are passed over. */
const tolerant = <Name extends string>(
  name: Name,
  summary: string,
  tolerates: (flaw: { readonly at: string; readonly code: string }) => boolean,
  example: string,
) =>
  ({
    id: `hostile-${name}`,
    family: 'hostile',
    rule: 'FILT-9',
    summary,
    behaviour: () => ({ tolerates }),
    probe: async (server) => (await status(server, example)) === 200,
  }) as const satisfies Fault;

const isFilter = (at: string): boolean => at.startsWith('filters');

export const hostileFaults = [
  failing('nul', 'a NUL breaks the server', /%00/, 'filters[id][in]=%00'),
  failing('percent', 'broken percent-encoding breaks the server', /%(?![0-9a-f]{2})/i, 'limit=%5'),
  failing('utf8', 'broken UTF-8 breaks the server', /%ff|%c0/i, 'sort=%FF'),
  failing('quote', 'a quotation mark in a text breaks the server', /%27|'/, "filters[id][in]=x'--"),
  failing(
    'prototype',
    'the names of the language’s own properties break the server',
    /__proto__|constructor/,
    'filters[__proto__][in]=x',
  ),
  failing(
    'long-value',
    'a value of more than 4,000 characters breaks the server',
    /.{4000}/,
    `sort=${'a'.repeat(4100)}`,
  ),
  failing(
    'deep-brackets',
    'brackets within brackets break the server',
    /\]\[\]\[|\[\[/,
    'filters[state][in][][]=pending',
  ),
  failing('many-parameters', 'more than 200 parameters break the server', /(?:[^&]*&){200}/, 'a=1&'.repeat(220)),
  tolerant(
    'unknown-parameter',
    'an unknown parameter is passed over',
    ({ at, code }) => code === 'unknown_parameter' && !isFilter(at),
    'page=2',
  ),
  tolerant(
    'unknown-filter',
    'an unknown filter is passed over',
    ({ code, at }) => code === 'unknown_field' && isFilter(at),
    'filters[colour][in]=red',
  ),
  tolerant(
    'unknown-operator',
    'an unknown operator is passed over',
    ({ code }) => code === 'unknown_operator',
    'filters[state][like]=p',
  ),
  tolerant(
    'other-form-of-filters',
    'filters in another form are passed over',
    ({ at, code }) => code === 'unknown_parameter' && isFilter(at),
    'filters[state]=pending',
  ),
  tolerant(
    'sort-twice',
    'sort may be sent twice',
    ({ at, code }) => at === 'sort' && code === 'duplicate',
    'sort=starts_at&sort=ends_at',
  ),
  tolerant(
    'limit-twice',
    'limit may be sent twice',
    ({ at, code }) => at === 'limit' && code === 'duplicate',
    'limit=5&limit=6',
  ),
  tolerant(
    'range-twice',
    'a bound may be sent twice',
    ({ at, code }) => isFilter(at) && code === 'duplicate',
    'filters[starts_at][lt]=2026-01-01&filters[starts_at][lt]=2026-01-02',
  ),
  tolerant(
    'bad-id-matches-nothing',
    'a malformed uuid is passed over',
    ({ at, code }) => /_id\]\[(?:not_)?in\]/.test(at) && code === 'invalid_value',
    'filters[member_id][in]=42',
  ),
  tolerant(
    'unknown-value-passed-over',
    'an unknown value of an enumeration is passed over',
    ({ at, code }) => at.includes('[state]') && code === 'invalid_value',
    'filters[state][in]=lost',
  ),
  {
    id: 'hostile-plus-is-plus',
    family: 'hostile',
    rule: 'FILT-11',
    summary: 'a plus sign in a query stands for itself',
    behaviour: (sound) => ({
      pairsOf: (rawQuery, contract) => sound.pairsOf(rawQuery.replaceAll('+', '%2B'), contract),
    }),
    probe: async (server) => (await status(server, 'filters[starts_at][lt]=2026-03-01T09:00:00+02:00')) === 200,
  },
  {
    id: 'hostile-empty-pair-refused',
    family: 'hostile',
    rule: 'FILT-11',
    summary: 'an empty pair is refused',
    behaviour: (sound) => ({
      pairsOf: (rawQuery, contract) => {
        if (rawQuery.includes('&&')) throw new Refusal('invalid_request', 'There is a pair without a name.');
        return sound.pairsOf(rawQuery, contract);
      },
    }),
    probe: async (server) => (await status(server, 'limit=5&&sort=starts_at')) === 400,
  },
  {
    id: 'hostile-encoded-brackets-refused',
    family: 'hostile',
    rule: 'FILT-11',
    summary: 'brackets must not be percent-encoded',
    behaviour: (sound) => ({
      pairsOf: (rawQuery, contract) => sound.pairsOf(rawQuery.replace(/%5([bd])/gi, '%255$1'), contract),
    }),
    probe: async (server) => (await status(server, 'filters%5Bstate%5D%5Bin%5D=pending')) === 400,
  },
  {
    id: 'hostile-broken-utf8-replaced',
    family: 'hostile',
    rule: 'FILT-11',
    summary: 'broken UTF-8 is replaced, not refused',
    behaviour: (sound) => ({
      pairsOf: (rawQuery, contract) =>
        sound.pairsOf(rawQuery.replace(/%(?:ff|c0|c3(?!%[89ab]))/gi, '%EF%BF%BD'), contract),
    }),
    probe: async (server) => (await status(server, 'filters[sku][in]=%FF', 'machine_units')) === 200,
  },
  {
    id: 'hostile-nul-cut',
    family: 'hostile',
    rule: 'FILT-9',
    summary: 'a text ends at its NUL',
    behaviour: (sound) => ({
      pairsOf: (rawQuery, contract) => sound.pairsOf(rawQuery.replace(/%00[^&]*/g, ''), contract),
    }),
    probe: async (server) => (await status(server, 'filters[sku][in]=a%00b', 'machine_units')) === 200,
  },
  {
    id: 'errors-token-shown',
    family: 'errors',
    rule: 'ERR-5',
    summary: 'a 401 shows the token that was sent',
    behaviour: (sound) => {
      let sent = '';
      return {
        tokenOf: (credentials, tokens) => {
          sent = credentials;
          return sound.tokenOf(credentials, tokens);
        },
        problemOf: (refusal, requestId, baseUrl) => ({
          ...sound.problemOf(refusal, requestId, baseUrl),
          ...(refusal.code === 'invalid_token' && { detail: `There is no token ${sent}.` }),
        }),
      };
    },
    probe: async (server) =>
      (await list(server, 'plans', '', { token: server.tokens.revoked })).text.includes(server.tokens.revoked),
  },
  {
    id: 'errors-file-path-shown',
    family: 'errors',
    rule: 'ERR-5',
    summary: 'a bad request shows where the server keeps its files',
    behaviour: (sound) => ({
      problemOf: (refusal, requestId, baseUrl) => ({
        ...sound.problemOf(refusal, requestId, baseUrl),
        ...(refusal.code === 'invalid_request' && { detail: 'Refused in /srv/app/dist/query/parse.js:12.' }),
      }),
    }),
    probe: async (server) => (await list(server, 'plans', 'limit=0')).text.includes('/srv/app'),
  },
  {
    id: 'hostile-deep-body',
    family: 'hostile',
    rule: 'ERR-5',
    summary: 'a body of many nested arrays breaks the server',
    behaviour: (sound) => ({
      readBody: (bytes) => {
        if (bytes.includes('['.repeat(200))) throw new RangeError('Maximum call stack size exceeded');
        return sound.readBody(bytes);
      },
    }),
    probe: async (server) => {
      const body = `{"name":${'['.repeat(500)}${']'.repeat(500)}}`;
      return (await ask(server, '/api/v1/projects', { method: 'POST', body })).status === 500;
    },
  },
  {
    id: 'hostile-surrogate-body',
    family: 'hostile',
    rule: 'ERR-5',
    summary: 'a lone surrogate in a body breaks the server',
    behaviour: (sound) => ({
      readBody: (bytes) => {
        if (/\\ud[89ab][0-9a-f]{2}(?!\\ud[c-f])/i.test(bytes.toString())) throw new URIError('URI malformed');
        return sound.readBody(bytes);
      },
    }),
    probe: async (server) =>
      (await ask(server, '/api/v1/projects', { method: 'POST', body: '{"name":"\\ud800"}' })).status === 500,
  },
  {
    id: 'errors-long-headers-taken',
    family: 'errors',
    rule: 'RATE-3',
    summary: 'headers may be of any length',
    behaviour: () => ({ mostHeaderBytes: 256 * 1024 }),
    probe: async (server) =>
      (await list(server, 'plans', '', { headers: { 'x-long': 'a'.repeat(20_000) } })).status === 200,
  },
] as const satisfies readonly Fault[];
