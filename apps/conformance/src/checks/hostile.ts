import { conditionQuery } from '../oracle/wire-query.js';
import type { Ask } from '../target/target.js';
import { isAskable } from './askable.js';
import { inFamily, onCollections, onServer } from './check.js';
import { setFilters, type Subject } from './subject.js';
import { violated } from './violation.js';
import { nobody } from './operations.js';
import { valuesOf } from './points.js';
import { unknownToken } from './tokens.js';
import type { Trial } from './trial.js';
import { askPage } from './ask-list.js';

/** Any answer but a failure of the server. What a parser refuses may come without a problem. */
async function expectSurvival(trial: Trial, ask: Ask): Promise<void> {
  const exchange = await trial.send({ ...ask, odd: true });
  if (exchange.status >= 500) violated('no 500, whatever the input (ERR-5)', String(exchange.status), exchange);
  if (exchange.status === 200 && ask.path.includes('__')) violated('400, since nothing is ignored', '200', exchange);
}

const values = [
  "'%20OR%20'1'='1",
  '1;DROP%20TABLE%20users;--',
  '%27%22%60%5C',
  '..%2F..%2Fetc%2Fpasswd',
  '%24%7Bjndi%3Aldap%3A%2F%2Fx%7D',
  '%7B%7B7*7%7D%7D',
  '%F0%9F%94%A7',
  '%E2%80%AE',
  '%EF%BF%BF',
  '%00',
  '%0D%0ASet-Cookie%3A%20a%3Db',
  'a'.repeat(5000),
  '1e309',
  '-0',
  'NaN',
];

const names = [
  'filters[__proto__][in]',
  'filters[constructor][prototype]',
  '__proto__[a]',
  'constructor[prototype][a]',
  `filters${'[a]'.repeat(200)}`,
  `filters[${'a'.repeat(3000)}][in]`,
  'filters[[[in]]]',
  `${'a=1&'.repeat(300)}b`,
  'filters[id',
  'filters]id[',
  '%5B%5D',
  '[]',
];

export const hostileChecks = inFamily('hostile', [
  onCollections({
    id: 'hostile-values-do-no-harm',
    rules: ['ERR-5', 'FILT-9'],
    title: 'quotes, paths, templates, long and strange texts in any parameter never lead to a 500',
    run: async (trial, subject) => {
      const filters = subject.filters.map(({ field, operators }) => `filters[${field}][${operators[0]}]`);
      for (const value of values) {
        const name = trial.random.pick([...filters, 'sort', 'limit', 'cursor']) ?? 'sort';
        await expectSurvival(trial, { path: `${subject.path}?${name}=${value}` });
      }
      if (subject.contract.get) {
        for (const value of trial.random.sample(values, 5))
          await expectSurvival(trial, { path: `${subject.path}/${value}` });
      }
    },
  }),
  onCollections({
    id: 'hostile-names-do-no-harm',
    rules: ['ERR-5', 'FILT-9'],
    title: 'prototype keys, deep and broken brackets as names never lead to a 500, and are not ignored',
    run: async (trial, { path }) => {
      for (const name of names) {
        const exchange = await trial.get(`${path}?${name}=a`, { odd: true });
        if (exchange.status !== 400) violated(`400 for ${name.slice(0, 60)}`, String(exchange.status), exchange);
      }
    },
  }),
  onCollections({
    id: 'text-filters-take-any-text',
    rules: ['FILT-9', 'FILT-2', 'FILT-11', 'ERR-5'],
    applies: ({ name }) => ['users', 'members', 'machine_units', 'place_units', 'project_licenses'].includes(name),
    title: 'text filters match exactly: no wildcard, no other case, no part, no SQL',
    run: async (trial, subject) => {
      for (const { field, kind } of setFilters(subject)) {
        if (kind !== 'text') continue;
        await expectLiteralComma(trial, subject, field);
        const [known] = valuesOf(subject, field);
        const nothing = ['%', '_', '*', "' OR '1'='1", '🔧'];
        for (const value of [...nothing, ...(known === undefined ? [] : alterationsOf(known))]) {
          if (!isAskable({ kind }, value) || subject.rows.some((row) => row[field] === value)) continue;
          const query = conditionQuery({ field, operator: 'in', values: [value] });
          const page = await askPage(trial, subject.path, query);
          if (page.rows.some((row) => row[field] !== value))
            violated(`no row for ${value}`, `${page.rows.length} rows`, page.exchange);
        }
      }
    },
  }),
  onServer({
    id: 'hostile-bodies-do-no-harm',
    rules: ['ERR-5', 'WRITE-3'],
    needs: ['writes'],
    title: 'deep, strange and broken bodies are refused with 400 and never lead to a 500',
    run: async (trial) => {
      for (const body of bodies) {
        for (const [method, path] of [
          ['POST', '/api/v1/projects'],
          ['PATCH', `/api/v1/projects/${nobody}`],
        ] as const) {
          const headers = { 'Content-Type': 'application/json' };
          const exchange = await trial.send({ path, method, headers, body });
          if (exchange.status !== 400) violated('400 for a strange body', String(exchange.status), exchange);
        }
      }
    },
  }),
  onServer({
    id: 'hostile-headers-do-no-harm',
    rules: ['ERR-5', 'HTTP-4', 'HTTP-2'],
    title: 'strange headers never lead to a 500',
    run: async (trial) => {
      const headers: Record<string, string>[] = [
        { Accept: 'a'.repeat(2000) },
        { Accept: ',,;q=,;' },
        { 'Accept-Encoding': 'gzip;q=x, br;q=-1, ***' },
        { 'If-None-Match': '"' },
        { 'If-None-Match': 'W/' },
        { 'If-None-Match': ','.repeat(500) },
        { 'X-Forwarded-For': "'; DROP TABLE users", 'X-Forwarded-Host': 'evil.example' },
        { 'X-HTTP-Method-Override': 'DELETE' },
        { Range: 'bytes=0-1' },
        { 'If-Modified-Since': 'yesterday' },
      ];
      for (let time = 0; time < 2; time += 1) {
        await expectSurvival(trial, { path: '/api/v1/spaces?limit=1', token: unknownToken(trial.random) });
      }
      for (const one of headers) await expectSurvival(trial, { path: '/api/v1/spaces?limit=1', headers: one });
    },
  }),
]);

/** FILT-2: under [] a comma belongs to the value, so two values with one between them are no value that a row has. */
async function expectLiteralComma(trial: Trial, subject: Subject, field: string): Promise<void> {
  const [one, other] = valuesOf(subject, field);
  if (one === undefined || other === undefined) return;
  const both = `${one},${other}`;
  const page = await askPage(trial, subject.path, `filters[${field}][in][]=${encodeURIComponent(both)}`);
  if (page.rows.some((row) => row[field] !== both))
    violated('no row: under [] a comma is part of the value', `${page.rows.length} rows`, page.exchange);
}

const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Bodies that a good server refuses, whatever they do to a bad one. */
const bodies: readonly (string | Buffer)[] = [
  `{"name":${deep(500)}}`,
  `{"name":${deep(20_000)}}`,
  deep(3000),
  '{"a":'.repeat(3000),
  '{"name":"\\ud800","author_id":"x"}',
  '{"name":1e999}',
  '{"__proto__":{"name":"a"},"constructor":{"prototype":{}}}',
  `{${Array.from({ length: 2000 }, (_, index) => `"k${index}":0`).join()}}`,
  Buffer.from([0x7b, 0x22, 0x6e, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  '\u0000\u0001',
];

/** Texts that are nearly the one that a row has; half a character is none. */
const alterationsOf = (known: string): string[] => [
  [...known].slice(0, -1).join(''),
  `${known} `,
  ` ${known}`,
  swapCase(known),
  `${known}%`,
];

const swapCase = (text: string): string => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase());
