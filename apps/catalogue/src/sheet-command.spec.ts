import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { objectOf } from '@resource-catalogue/testing/json';
import { commandHere } from '../test/support/command-here.js';

describe('sheet', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalogue-sheet-'));
    await writeFile(join(folder, 'tools.csv'), 'Tag;Tool;Status;Weight\n1;Saw;ok;3 kg\n2;Drill;zebra;1 kg\n');
    await writeFile(join(folder, 'poem.csv'), 'Roses;red\nViolets;blue\n');
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const command = (...args: readonly string[]) =>
    commandHere(args, () => Promise.reject(new Error('It needs no database.')));
  const sheet = (...args: readonly string[]) => command('sheet', ...args);

  it('says what it recognises, and writes a mapping that names the schema beside it', async () => {
    const output = join(folder, 'made.yaml');
    const schema = join(folder, 'mapping.schema.json');
    const { code, stdout } = await sheet(join(folder, 'tools.csv'), '--output', output, '--schema-file', schema);
    expect(code).toBe(0);
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      'tools: the columns are named in row 1; it fills spaces, machines, machine_units.',
      '  Not used: Weight',
      '  Check: Status has values that machine_units.state does not take: zebra',
    ]);
    const text = await readFile(output, 'utf8');
    expect(text).toMatch(/^# yaml-language-server: \$schema=\.\/mapping\.schema\.json\n/);
    expect(text).toContain('slug: { value: tools }');
    expect(objectOf(JSON.parse(await readFile(schema, 'utf8')))['title']).toBe(
      'Mapping of a spreadsheet to a catalogue',
    );
  });

  it('overwrites a file only where it is told to', async () => {
    const output = join(folder, 'kept.yaml');
    await writeFile(output, 'mine');
    const args = [join(folder, 'tools.csv'), '--output', output, '--space', 'Hall 1', '--time-zone', 'Asia/Tokyo'];
    expect(await sheet(...args)).toMatchObject({ code: 1, stderr: expect.stringContaining('Use --force') });
    expect(await readFile(output, 'utf8')).toBe('mine');
    expect(await sheet(...args, '--force')).toMatchObject({ code: 0 });
    expect(await readFile(output, 'utf8')).toMatch(
      /\{ value: hall-1 \}[^]*\{ value: Hall 1 \}[^]*\{ value: Asia\/Tokyo \}/,
    );
  });

  it('prints no control character of a sheet', async () => {
    await writeFile(join(folder, 'strange.csv'), 'Roses;\u001b[31mred\nViolets;blue\n');
    const { stdout } = await sheet(join(folder, 'strange.csv'));
    expect(stdout).toContain('[31mred');
    expect(stdout).not.toContain('\u001b');
  });

  it('never overwrites the spreadsheet itself', async () => {
    const tools = join(folder, 'tools.csv');
    const { code, stderr } = await sheet(tools, '--output', tools, '--force');
    expect([code, stderr]).toEqual([1, `${tools} is the spreadsheet itself.\n`]);
  });

  it('copies a mapping of a common export', async () => {
    const output = join(folder, 'snipe.yaml');
    expect(await sheet('--from', 'snipe-it', '--output', output, '--space', 'Lab')).toMatchObject({ code: 0 });
    expect(await readFile(output, 'utf8')).toContain('sku: Asset Tag');
  });

  it('prints the schema', async () => {
    const { stdout } = await sheet('--schema');
    expect(objectOf(JSON.parse(stdout))['type']).toBe('object');
  });

  it.each([
    ['nothing', [], 'No spreadsheet was named. Use --help to see what can be.'],
    [
      'a sheet of something else',
      ['poem.csv'],
      /^No mapping was written: no sheet of .* says what it has\. Call it Machines, /,
    ],
    ['a time zone that there is not', ['tools.csv', '--time-zone', 'Mars'], /^--time-zone must be an IANA time zone/],
    ['a mapping that there is not', ['--from', 'snipe'], /^There is no mapping snipe\. There are .*snipe-it\.$/],
  ])('refuses %s', async (_, [path, ...args], message) => {
    const words =
      path === undefined || path.startsWith('-') ? [path ?? [], args].flat() : [join(folder, path), ...args];
    const { code, stderr } = await sheet(...words);
    expect([code, stderr.trim()]).toEqual([1, typeof message === 'string' ? message : expect.stringMatching(message)]);
  });

  it('leaves a workbook as it is that a template would replace', async () => {
    const args = ['template', 'machines', '--xlsx', join(folder, 'machines.xlsx')];
    const made = [await command(...args), await command(...args)];
    expect(made.map(({ code }) => code)).toEqual([0, 1]);
    expect(made[1]?.stderr).toMatch(/machines\.xlsx is there already\. Name another file\.\n$/);
  });
});
