import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { newFolder } from '@resource-catalogue/testing/running-program';
import { openTables } from '../../src/read/open-tables.js';
import type { Table } from '../../src/read/table.js';

/** Files of an archive, by name. */
export type Files = Readonly<Record<string, string>>;

/** Writes a ZIP archive; `declared` replaces the sizes in its directory. */
export function zip(files: Files, declared: Readonly<Record<string, number>> = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const [label, expanded] = [Buffer.from(name), Buffer.from(text)];
    const data = deflateRawSync(expanded);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(expanded), 10);
    facts.writeUInt32LE(data.length, 14);
    facts.writeUInt32LE(declared[name] ?? expanded.length, 18);
    facts.writeUInt16LE(label.length, 22);
    parts.push(Buffer.from('PK\u0003\u0004'), facts, label, data);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), facts, place, label);
    offset += 30 + label.length + data.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(Object.keys(files).length, 4);
  end.writeUInt16LE(Object.keys(files).length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\u0005\u0006'), end]);
}

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const documentRelations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';

const typePrefix = 'application/vnd.openxmlformats';
/** By extension, because the reader finds parts by their relations. */
const contentTypes = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="${typePrefix}-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/></Types>`;

interface XlsxParts {
  /** The content of each worksheet by name; the state follows a bar: `Old|hidden`. */
  readonly sheets: Files;
  readonly texts?: string;
  readonly formats?: readonly string[];
  readonly properties?: string;
  readonly declared?: number;
  /** The number of the part that all sheets refer to. */
  readonly part?: number;
}

/** Writes an .xlsx workbook with these parts; cell style 1 has the first format. */
export function xlsx({ sheets, texts = '', formats = [], properties = '', declared, part }: XlsxParts): Buffer {
  const names = Object.keys(sheets);
  const list = names.map((name, index) => {
    const [label = '', state = 'visible'] = name.split('|');
    return `<sheet name="${label}" sheetId="${index + 1}" state="${state}" r:id="rId${index + 1}"/>`;
  });
  const relation = (id: string, type: string, target: string): string =>
    `<Relationship Id="${id}" Type="${documentRelations}/${type}" Target="${target}"/>`;
  const codes = formats.map((format, index) => `<numFmt numFmtId="${164 + index}" formatCode="${format}"/>`);
  const styles = formats.map((_, index) => `<xf numFmtId="${164 + index}"/>`);
  const worksheets = Object.values(sheets).map((content, index): [string, string] => [
    `xl/worksheets/sheet${index + 1}.xml`,
    `<worksheet ${main}>${content}</worksheet>`,
  ]);
  return zip(
    {
      '[Content_Types].xml': contentTypes,
      '_rels/.rels': `<Relationships ${packageRelations}>${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
      'xl/workbook.xml': `<workbook ${main} xmlns:r="${documentRelations}">${properties}<sheets>${list.join('')}</sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships ${packageRelations}>${names
        .map((_, index) => relation(`rId${index + 1}`, 'worksheet', `/xl/worksheets/sheet${part ?? index + 1}.xml`))
        .join(
          '',
        )}${relation('texts', 'sharedStrings', 'sharedStrings.xml')}${relation('styles', 'styles', 'styles.xml')}</Relationships>`,
      'xl/sharedStrings.xml': `<sst ${main}>${texts}</sst>`,
      'xl/styles.xml': `<styleSheet ${main}><numFmts>${codes.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
      ...Object.fromEntries(worksheets),
    },
    declared === undefined ? {} : { 'xl/worksheets/sheet1.xml': declared },
  );
}

const openDocument = ['office', 'style', 'text', 'table', 'drawing']
  .map((name) => `xmlns:${name === 'drawing' ? 'draw' : name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');
const calc = 'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"';

/** Writes an OpenDocument spreadsheet with these tables, as LibreOffice does; the table style `hidden` hides them. */
export function ods(tables: string): Buffer {
  const styles =
    '<style:style style:name="shown" style:family="table"><style:table-properties table:display="true"/></style:style><style:style style:name="hidden" style:family="table"><style:table-properties table:display="false"/></style:style>';
  return zip({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${openDocument} ${calc}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
  });
}

export interface ReadTables {
  readonly tables: readonly Table[];
  /** The number and the cells of each row, by the name of its table. */
  readonly rows: Readonly<Record<string, unknown[][]>>;
  readonly notes: readonly string[];
}

/** Reads all tables of a file with this content, in a new folder. */
export async function readTables(name: string, content: Buffer | string): Promise<ReadTables> {
  const path = join(await newFolder(), name);
  await writeFile(path, content);
  const tables = await openTables(path);
  const rows: Record<string, unknown[][]> = {};
  for (const table of tables) {
    const found: unknown[][] = (rows[table.name] = []);
    for await (const { row, cells } of table.rows()) found.push([row, ...cells]);
  }
  return { tables, rows, notes: tables.flatMap(({ notes }) => notes) };
}
