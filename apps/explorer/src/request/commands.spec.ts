import { spawnSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import fc from '@resource-catalogue/testing/fast-check';
import { collectionOf } from '../../test/document.js';
import { createCall, curlCommand, getCall, listCall, literal, shellWord } from './commands.js';
import { change, newKey } from './writes.js';

const texts = ["it's", '$HOME `id` $(id)', 'a\nb', '\\', '"', "'", '', '!!', '*', '日本語'];

describe('a command', () => {
  it('a command quotes any word for the shell', () => {
    const words = [...texts, ...fc.sample(fc.string({ unit: 'binary' }), 200)].map((text) =>
      text.toWellFormed().replaceAll('\0', ''),
    );
    const script = `printf '%s\\0' ${words.map(shellWord).join(' ')}`;
    const { stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
    expect(stdout.split('\0').slice(0, -1)).toEqual(words);
  });

  it('a command turns off globbing in curl and does not contain the token', () => {
    const plain = curlCommand('http://localhost:3000/api/v1/spaces?limit=5');
    expect(plain).toBe(`curl -H "Authorization: Bearer $TOKEN" \\\n'http://localhost:3000/api/v1/spaces?limit=5'`);
    expect(curlCommand('http://localhost:3000/api/v1/spaces?filters[id][in]=a')).toMatch(/^curl --globoff /);
  });
});

it('a literal evaluates to its text', () => {
  const values = fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(values, (text) => {
      expect(literal(text)).toMatch(/^'.*'$/);
      expect(runInNewContext(literal(text))).toBe(text);
    }),
  );
});

it('the command of a write has its method, headers and body', () => {
  const write = change('/api/v1/projects/p', { name: "it's" }, 'W/"1"');
  expect(curlCommand('http://localhost:3000/api/v1/projects/p', write)).toBe(
    [
      'curl -X PATCH -H "Authorization: Bearer $TOKEN"',
      "-H 'Content-Type: application/merge-patch+json'",
      `-H 'If-Match: "1"'`,
      String.raw`--data-binary '{"name":"it'\''s"}'`,
      "'http://localhost:3000/api/v1/projects/p'",
    ].join(' \\\n'),
  );
});

it('an idempotency key is random, visible text', () => {
  const keys = Array.from({ length: 20 }, newKey);
  expect(new Set(keys).size).toBe(20);
  for (const key of keys) expect(key).toMatch(/^[\da-f]{32}$/);
});

describe('client code', () => {
  it('client code omits empty queries, and reads one row by id', () => {
    expect(listCall(collectionOf('machine_units'), [])).toBe('const page = await client.machineUnits.list();');
    expect(getCall(collectionOf('machine_units'), "a'b")).toBe(
      String.raw`const { data } = await client.machineUnits.get('a\'b');`,
    );
  });

  it('client code contains any body as sent', () => {
    const text = fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'binary' }), fc.constant(null));
    const step = fc.record({ title: text, description: text });
    const json = fc.record({ name: text, tags: fc.array(text), steps: fc.array(step) }, { requiredKeys: [] });
    fc.assert(
      fc.property(json, (body) => {
        const client = { projects: { create: (sent: unknown) => ({ data: JSON.stringify(sent) }) } };
        const call = createCall(collectionOf('projects'), body, 'k').replace('await ', '');
        expect(runInNewContext(`${call}\ndata;`, { client })).toBe(JSON.stringify(body));
      }),
    );
  });
});
