import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { createClient } from '@resource-catalogue/client';
import { pageResponse } from '@resource-catalogue/client/testing';
import ts from 'typescript';
import type { Collection, Filter } from '../src/api/catalogue.js';
import { clientProgram, listCall } from '../src/request/commands.js';
import { type Pair, formatTarget } from '../src/request/route.js';
import { catalogue } from './document.js';

const id = '0198c1a2-7d40-7b3e-9c55-2f6a8e1d0b47';

const valueFor = ({ kind, choices, example }: Filter): string => {
  if (kind === 'flag') return 'true';
  if (kind === 'number') return '30';
  if (choices) return choices.slice(0, 2).join(',');
  return kind === 'set' ? (example === '' ? "it's" : `${id},${id.replace('0198', '0199')}`) : '2026-03-01T09:00+01:00';
};

/** A query with every filter of a collection and every other parameter. */
const fullQuery = ({ filters, sorts }: Collection): Pair[] => [
  ...filters.map((filter) => ({ name: filter.parameter, value: valueFor(filter) })),
  { name: 'sort', value: sorts.at(-1) ?? '' },
  { name: 'limit', value: '20' },
  { name: 'cursor', value: 'AZjB-ovS2_fx' },
];

/** The meaning of a query, with sets in any notation (FILT-2). */
function meaningOf(url: URL): string[] {
  const pairs = [...url.searchParams].flatMap(([name, value]) =>
    value.split(',').map((one) => `${name.replace(/\[\]$/, '')}=${one}`),
  );
  return pairs.sort();
}

describe('the client code of a list with all its filters', () => {
  it('compiles', () => {
    const folder = fileURLToPath(new URL('.', import.meta.url));
    const place = mkdtempSync(join(folder, 'programs-'));
    const calls = catalogue.collections.map(
      (collection) => `{\n${listCall(collection, fullQuery(collection))}\npage.data;\n}`,
    );
    const file = join(place, 'program.ts');
    writeFileSync(file, clientProgram(catalogue.baseUrl, calls.join('\n')));
    const config = ts.readConfigFile(join(folder, '../tsconfig.spec.json'), ts.sys.readFile.bind(ts.sys));
    const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, join(folder, '..'));
    const compiled = { ...options, composite: false, noEmit: true, emitDeclarationOnly: false };
    const program = ts.createProgram([file], compiled);
    const found = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
    rmSync(place, { recursive: true });
    expect(found).toEqual([]);
  });

  it.each(catalogue.collections.map((collection) => [collection.name, collection] as const))(
    'the client code of a list of %s sends the displayed request',
    async (_, collection) => {
      const sent: URL[] = [];
      const client = createClient({
        baseUrl: catalogue.baseUrl,
        token: 'rct_a',
        fetch: (input) => {
          sent.push(new URL(new Request(input).url));
          return Promise.resolve(pageResponse([]));
        },
      });
      const query = fullQuery(collection);
      await runInNewContext(`(async () => {\n${listCall(collection, query)}\n})()`, { client });
      const shown = new URL(catalogue.baseUrl + formatTarget(collection.path, query));
      expect(sent.map(({ pathname }) => pathname)).toEqual([shown.pathname]);
      expect(sent.map(meaningOf)).toEqual([meaningOf(shown)]);
    },
  );
});
