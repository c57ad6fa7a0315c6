import { basename, dirname, extname, relative, resolve } from 'node:path';
import { Command } from 'commander';
import { resolvedZone } from '@resource-catalogue/contracts';
import {
  countRows,
  isKind,
  type KindName,
  kindNames,
  mappingSchema,
  openTables,
  shippedMapping,
  type SuggestedMapping,
  suggestMapping,
  type Table,
  writeMapping,
} from '@resource-catalogue/transfer';
import { catalogueCommand, CommandError, printable } from '@resource-catalogue/program';
import { catalogueDefinitions } from '@resource-catalogue/read';
import { writeNewFile } from './write-new-file.js';

interface SheetArguments {
  readonly output?: string;
  readonly force?: boolean;
  readonly space?: string;
  readonly timeZone?: string;
  readonly as: readonly string[];
  readonly from?: string;
  readonly schema?: true;
  readonly schemaFile?: string;
}

export function sheetCommand(): Command {
  return new Command('sheet')
    .description('write a mapping for a spreadsheet, for `import --mapping`')
    .argument('[path]', 'a workbook (.xlsx, .ods, .xls), a CSV file, a directory of them, or - for standard input')
    .option('--output <file>', 'the mapping file to write (default: inventory.mapping.yaml for inventory.xlsx)')
    .option('--force', 'overwrite the file')
    .option('--space <name>', 'the space of rows without one (default: the name of the file)')
    .option('--time-zone <zone>', 'the time zone of new spaces (default: that of this machine)')
    .option(
      '--as <kind>',
      `kind of a table that is not recognised, or of one sheet, like Tools=machines; kinds: ${kindNames.join(', ')}`,
      (kind: string, others: readonly string[]) => [...others, kind],
      [],
    )
    .option('--from <name>', 'copy the mapping of a common export instead, such as snipe-it')
    .option('--schema', 'print the JSON Schema of mappings instead')
    .option(
      '--schema-file <file>',
      'write the JSON Schema and link it in the mapping, so that editors check the mapping',
    )
    .action(async (path: string | undefined, given: SheetArguments) => {
      if (given.schema === true) process.stdout.write(schemaText());
      else await writeSheet(path, given);
    });
}

async function writeSheet(path: string | undefined, given: SheetArguments): Promise<void> {
  const { from, schemaFile, timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone } = given;
  if (path === undefined && from === undefined) {
    throw new CommandError('Pass a spreadsheet. Use --help to see the options.');
  }
  if (resolvedZone(timeZone) === null) {
    throw new CommandError(`--time-zone must be an IANA time zone like Europe/Berlin, not ${timeZone}.`);
  }
  const title = spreadsheetTitle(path, from);
  const options = { space: given.space ?? title, timeZone, now: now() };
  const output = given.output ?? `${from ?? title}.mapping.yaml`;
  const schema = schemaFile === undefined ? undefined : `./${relative(dirname(output), schemaFile)}`;
  for (const file of [output, schemaFile ?? output]) {
    if (path !== undefined && resolve(file) === resolve(path))
      throw new CommandError(`${file} is the spreadsheet itself. Pass another file with --output.`);
  }
  const text =
    from === undefined
      ? await proposeMapping(path ?? '', given.as, options, schema)
      : await shippedMapping(from, options);
  const file = {
    force: given.force ?? false,
    remedy: 'Overwrite it with --force, or pass another file with --output.',
  };
  await writeNewFile(output, text, file);
  if (schemaFile !== undefined) await writeNewFile(schemaFile, schemaText(), file);
  if (given.timeZone === undefined && text.includes(timeZone)) {
    process.stdout.write(
      `The mapping uses ${timeZone}, the time zone of this machine. Pass another one with --time-zone.\n`,
    );
  }
  process.stdout.write(
    `${output} was written. Check it, and try it:\n  ${catalogueCommand()} import ${quoteArgument(path ?? 'FILE')} --mapping ${quoteArgument(output)} --dry-run\n`,
  );
}

async function proposeMapping(
  path: string,
  as: readonly string[],
  options: Parameters<typeof suggestMapping>[2],
  schema: string | undefined,
): Promise<string> {
  const tables = await openTables(path);
  const suggested = await suggestMapping(tables, catalogueDefinitions, options, givenKinds(as, tables));
  for (const line of await describeSuggestion(suggested)) process.stdout.write(`${printable(line)}\n`);
  if (suggested.tables.length === 0) {
    throw new CommandError(
      `No mapping was written: no sheet of ${path} was recognised. Pass its kind with --as, or name each sheet after its contents, like Machines, Members or Bookings, and its columns after the fields.`,
    );
  }
  return writeMapping(suggested.tables, schema);
}

/** The kinds from `--as`, by the names of sheets. */
function givenKinds(as: readonly string[], tables: readonly Table[]): ReadonlyMap<string, KindName> {
  const names = tables.map(({ name }) => name);
  return new Map(
    as.map((text) => {
      const [, sheet = names.length === 1 ? names[0] : undefined, kind = ''] = /^(?:(.*)=)?(.*)$/s.exec(text) ?? [];
      if (!isKind(kind)) {
        throw new CommandError(`--as has the unknown kind ${kind}. Choose from: ${kindNames.join(', ')}.`);
      }
      if (sheet === undefined || !names.includes(sheet)) {
        throw new CommandError(
          `--as needs an existing sheet, like ${names[0]}=${kind}. Choose from: ${names.join(', ')}.`,
        );
      }
      return [sheet, kind];
    }),
  );
}

const now = (): string => `${new Date().toISOString().slice(0, 10)}T00:00:00Z`;

function spreadsheetTitle(path: string | undefined, from: string | undefined): string {
  if (path === undefined || from !== undefined) return 'Workshop';
  return path === '-' ? 'sheet' : basename(path, extname(path));
}

const schemaText = (): string => `${JSON.stringify(mappingSchema(catalogueDefinitions), null, 2)}\n`;

/** Quotes an argument for the shell if necessary. */
const quoteArgument = (text: string): string =>
  /[\s"'`$&|;<>()*?!#~\\[\]{}]/.test(text) ? `'${text.replaceAll("'", `'\\''`)}'` : text;

/** Describes the recognised tables for people. */
async function describeSuggestion({ tables, leftOut }: SuggestedMapping): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const each of tables) {
    const { table, name, header_row: row, rows, isCut, unused, checks } = each;
    const counts = await countRows(each, catalogueDefinitions);
    const made = [...counts].map(([collection, count]) => `${count} ${collection}`).join(', ');
    lines.push(
      `${name}: the column names are in row ${row}. ${isCut ? 'Of the first 1,000 rows' : `${rows} rows`}: ${made}.`,
      ...table.notes.map((note) => `  ${note}`),
      ...(unused.length > 0 ? [`  Not used: ${unused.map((column) => column.name).join(', ')}`] : []),
      ...checks.map((check) => `  Check: ${check}`),
    );
  }
  return [...lines, ...leftOut.map(({ name, why }) => `${name} is left out: ${why}.`)];
}
