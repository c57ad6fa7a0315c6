import { spawnSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import fc from '@resource-catalogue/testing/fast-check';
import { collectionOf } from '../../test/document.js';
import { curlCommand, getCall, listCall, toLiteral, shellWord } from './commands.js';

const texts = ["it's", '$HOME `id` $(id)', 'a\nb', '\\', '"', "'", '', '!!', '*', '日本語'];

describe('a command', () => {
  it('quotes any word for the shell', () => {
    const words = [...texts, ...fc.sample(fc.string({ unit: 'binary' }), 200)].map((text) =>
      text.toWellFormed().replaceAll('\0', ''),
    );
    const script = `printf '%s\\0' ${words.map(shellWord).join(' ')}`;
    const { stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
    expect(stdout.split('\0').slice(0, -1)).toEqual(words);
  });

  it('turns off globbing in curl and does not contain the token', () => {
    const plain = curlCommand('http://localhost:3000/api/v1/spaces?limit=5');
    expect(plain).toBe(`curl -H "Authorization: Bearer $TOKEN" \\\n'http://localhost:3000/api/v1/spaces?limit=5'`);
    expect(curlCommand('http://localhost:3000/api/v1/spaces?filters[id][in]=a')).toMatch(/^curl --globoff /);
  });
});

it('the literal of a text evaluates to this text', () => {
  const values = fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(values, (text) => {
      expect(toLiteral(text)).toMatch(/^'.*'$/);
      expect(runInNewContext(toLiteral(text))).toBe(text);
    }),
  );
});

describe('client code', () => {
  it('omits empty queries, and reads one row by id', () => {
    expect(listCall(collectionOf('machine_units'), [])).toBe('const page = await client.machineUnits.list();');
    expect(getCall(collectionOf('machine_units'), "a'b")).toBe(
      String.raw`const { data } = await client.machineUnits.get('a\'b');`,
    );
  });
});
