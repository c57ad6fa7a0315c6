import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { asObject } from '@resource-catalogue/testing/json';
import { newFolder } from '@resource-catalogue/testing/running-program';
import { runInProcess } from '../test/support/run-in-process.js';

const files = {
  'tools.csv': 'Tag;Tool;Status;Weight\n1;Saw;ok;3 kg\n2;Drill;zebra;1 kg\n',
  'poem.csv': 'Roses;\u001b[31mred\nViolets;blue\n',
};

describe('sheet', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await newFolder();
    for (const [name, text] of Object.entries(files)) await writeFile(at(name), text);
  });

  const at = (name: string) => join(folder, name);
  const read = (name: string) => readFile(at(name), 'utf8');
  /** Runs a command; arguments with a file extension are paths. */
  const run = (...words: readonly string[]) =>
    runInProcess(
      words.map((word) => (/\.\w+$/.test(word) ? at(word) : word)),
      () => Promise.reject(new Error('It needs no database.')),
    );

  it('prints the recognised tables, and writes a mapping that refers to the schema next to it', async () => {
    const { code, stdout } = await run(
      ...['sheet', 'tools.csv', '--output', 'made.yaml', '--schema-file', 'mapping.schema.json'],
    );
    expect([code, ...stdout.split('\n').slice(0, 3)]).toEqual([
      0,
      'tools: the column names are in row 1. 2 rows: 2 machines, 2 machine_units, 1 spaces.',
      '  Not used: Weight',
      '  Check: Status has values that machine_units.state does not accept: zebra',
    ]);
    const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    expect(stdout).toContain(
      `The mapping uses ${ownZone}, the time zone of this machine. Pass another one with --time-zone.`,
    );
    const text = await read('made.yaml');
    expect(text).toMatch(/^# yaml-language-server: \$schema=\.\/mapping\.schema\.json\n/);
    expect(text).toContain('slug: { value: tools }');
    const schema = asObject(JSON.parse(await read('mapping.schema.json')));
    expect(schema['title']).toBe('Mapping of a spreadsheet to a catalogue');
    expect(JSON.parse((await run('sheet', '--schema')).stdout)).toEqual(schema);
  });

  it('prints the command that tries the mapping, with paths as a shell needs them', async () => {
    await writeFile(at("Bob's tools.csv"), files['tools.csv']);
    const { stdout } = await run('sheet', "Bob's tools.csv", '--output', 'made.yaml');
    const path = at("Bob's tools.csv").replace("'", `'\\''`);
    const command = `resource-catalogue import '${path}' --mapping ${at('made.yaml')} --dry-run`;
    expect(stdout.split('\n').slice(-3)).toEqual([expect.stringMatching(/ was written\. /), `  ${command}`, '']);
    expect(await read('made.yaml')).toContain('#   resource-catalogue import FILE --mapping THIS_FILE --dry-run\n');
  });

  it('overwrites a file only on request, and never the spreadsheet itself', async () => {
    await writeFile(at('kept.yaml'), 'mine');
    const words = ['sheet', 'tools.csv', '--output', 'kept.yaml', '--space', 'Hall 1', '--time-zone', 'Asia/Tokyo'];
    expect(await run(...words)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Overwrite it with --force'),
    });
    expect(await read('kept.yaml')).toBe('mine');
    expect(await run(...words, '--force')).toMatchObject({ code: 0 });
    expect(await read('kept.yaml')).toMatch(/\{ value: hall-1 \}[^]*\{ value: Hall 1 \}[^]*\{ value: Asia\/Tokyo \}/);
    const { code, stderr } = await run('sheet', 'tools.csv', '--output', 'tools.csv', '--force');
    expect([code, stderr]).toEqual([
      1,
      `${at('tools.csv')} is the spreadsheet itself. Pass another file with --output.\n`,
    ]);
  });

  it.each(['--output', '--schema-file'])('%s does not write through a link to a missing file', async (option) => {
    await symlink(at('elsewhere.txt'), at('link.yaml'));
    const words = ['sheet', 'tools.csv', '--output', 'own.yaml', option, 'link.yaml'];
    expect(await run(...words)).toMatchObject({ code: 1, stderr: expect.stringContaining('link.yaml already exists') });
    await expect(read('elsewhere.txt')).rejects.toThrow('ENOENT');
    expect(await run(...words, '--force')).toMatchObject({ code: 0 });
    expect(await read('elsewhere.txt')).not.toBe('');
  });

  it('copies the mapping for a common export', async () => {
    const { code } = await run('sheet', '--from', 'snipe-it', '--output', 'snipe.yaml', '--space', 'Lab');
    expect([code, await read('snipe.yaml')]).toEqual([0, expect.stringContaining('sku: Asset Tag')]);
  });

  it('reads an unrecognised sheet as the kind of --as', async () => {
    const { code, stdout } = await run('sheet', 'poem.csv', '--as', 'machines', '--output', 'made.yaml');
    expect([code, stdout.split('\n')[0]]).toEqual([
      0,
      'poem: the column names are in row 1. 1 rows: 1 machines, 1 machine_units, 1 spaces.',
    ]);
    expect(await read('made.yaml')).toMatch(/#   \S*\[31mred: blue/);
  });

  it('prints how the file was read', async () => {
    await writeFile(at('tools.csv'), 'Gerät;Inv.-Nr.\nSäge;1\nFräse;2\n', 'latin1');
    const { stdout } = await run('sheet', 'tools.csv', '--output', 'made.yaml');
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      'tools: the column names are in row 1. 2 rows: 2 machines, 2 machine_units, 1 spaces.',
      '  read as Windows-1252',
    ]);
  });

  it('prints names with line feeds on one line', async () => {
    await writeFile(at('forged.csv'), 'Machine,"Weight\nall is well: 9 rows."\nSaw,3\nDrill,4\n');
    const { stdout } = await run('sheet', 'forged.csv', '--output', 'made.yaml');
    expect(stdout).toMatch(/^ {2}Not used: Weight.*all is well/m);
    expect(stdout).not.toMatch(/^all is well/m);
    expect(await read('made.yaml')).not.toMatch(/^\s*all is well/m);
  });

  it('prints no control characters of a sheet', async () => {
    const { stdout } = await run('sheet', 'poem.csv');
    expect(stdout).toContain('[31mred');
    expect(stdout).not.toContain('\u001b');
  });

  it.each<[what: string, message: RegExp, ...words: string[]]>([
    ['nothing', /^Pass a spreadsheet\. Use --help to see the options\.$/],
    [
      'an unrecognised sheet',
      /^No mapping was written: no sheet of .* was recognised\. Pass its kind with --as, or name each sheet after /,
      'poem.csv',
    ],
    ['an unknown time zone', /^--time-zone must be an IANA time zone/, 'tools.csv', '--time-zone', 'Mars'],
    ['an unknown kind', /^--as has the unknown kind chairs\. Choose from: machines, /, 'tools.csv', '--as', 'chairs'],
    [
      'a kind for a sheet that does not exist',
      /^--as needs an existing sheet, like tools=machines\./,
      'tools.csv',
      '--as',
      'Other=machines',
    ],
    ['an unknown mapping', /^Unknown mapping snipe\. Choose from: .*snipe-it\.$/, '--from', 'snipe'],
  ])('rejects %s', async (_, message, ...words) => {
    const { code, stderr } = await run('sheet', ...words);
    expect([code, stderr.trim()]).toEqual([1, expect.stringMatching(message)]);
  });

  it('does not replace an existing workbook by a template', async () => {
    const words = ['template', 'machines', '--xlsx', 'machines.xlsx'];
    expect(await run(...words)).toMatchObject({ code: 0 });
    const message = /machines\.xlsx already exists\. Pass another file\.\n$/;
    expect(await run(...words)).toMatchObject({ code: 1, stderr: expect.stringMatching(message) });
  });
});
