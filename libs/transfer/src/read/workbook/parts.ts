import { errorMessage } from '@resource-catalogue/program';
import { SaxesParser } from 'saxes';
import yauzl, { type Entry } from 'yauzl';

/** A workbook that is damaged, or that exceeds a limit. */
export class WorkbookError extends Error {
  /** Whether the workbook is fine, but too large. */
  readonly isTooLarge: boolean;

  constructor(message: string, options: { readonly isTooLarge?: boolean; readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.isTooLarge = options.isTooLarge ?? false;
  }
}

export const tooLarge = (message: string): WorkbookError => new WorkbookError(message, { isTooLarge: true });

/** Maximum expanded size of all parts: six times that of 100,000 rows with ten columns. */
const maxExpandedBytes = 256 * 1024 * 1024;
const maxParts = 10_000;

/** The parts of a workbook, which is a ZIP archive. */
export interface WorkbookParts {
  readonly has: (name: string) => boolean;
  /** The expanded size of a part. */
  readonly size: (name: string) => number;
  /** Parses a part of XML, and yields the handler after each chunk. */
  readonly parse: <Handler extends XmlHandler>(
    name: string,
    handler: Handler,
  ) => AsyncGenerator<Handler, void, undefined>;
}

/** Names of parts ignore case. */
const key = (name: string): string => name.toLowerCase();

export async function openParts(bytes: Buffer): Promise<WorkbookParts> {
  const entries = new Map<string, Entry>();
  let total = 0;
  const zip = await yauzl.fromBufferPromise(bytes, { autoClose: false }).catch(damaged);
  try {
    for await (const entry of zip.eachEntry()) {
      entries.set(key(entry.fileName), entry);
      total += entry.uncompressedSize;
      if (entries.size > maxParts) throw tooLarge(`has more than ${maxParts} parts`);
    }
  } catch (error) {
    damaged(error);
  }
  if (total > maxExpandedBytes) throw tooLarge(`expands to more than ${maxExpandedBytes / 1024 / 1024} MiB`);
  async function* parse<Handler extends XmlHandler>(
    name: string,
    handler: Handler,
  ): AsyncGenerator<Handler, void, undefined> {
    const entry = entries.get(key(name));
    if (!entry) throw new WorkbookError(`the part ${name} is missing`);
    try {
      // The stream fails if the part expands to another size than the archive says.
      yield* parseXml(await zip.openReadStreamPromise(entry), handler);
    } catch (error) {
      damaged(error);
    }
  }
  return {
    has: (name) => entries.has(key(name)),
    size: (name) => entries.get(key(name))?.uncompressedSize ?? 0,
    parse,
  };
}

function damaged(error: unknown): never {
  if (error instanceof WorkbookError) throw error;
  throw new WorkbookError(errorMessage(error), { cause: error });
}

export type Attributes = Readonly<Record<string, string>>;

/** Receives elements by their name without its prefix. */
export interface XmlHandler {
  readonly open: (name: string, attributes: Attributes) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** Limits of XML, because the parser has none: a text or a tag is kept in memory until its end. */
const maxTokenBytes = 16 * 1024 * 1024;
const maxDepth = 200;
const maxAttributes = 1000;

async function* parseXml<Handler extends XmlHandler>(
  chunks: AsyncIterable<Buffer>,
  handler: Handler,
): AsyncGenerator<Handler, void, undefined> {
  const parser = new SaxesParser();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let [tokenBytes, depth, attributes] = [0, 0, 0];
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > maxAttributes) throw new WorkbookError('an element has too many attributes');
  });
  parser.on('opentag', (tag) => {
    [tokenBytes, attributes] = [0, 0];
    depth += 1;
    if (depth > maxDepth) throw new WorkbookError('its elements are nested too deeply');
    handler.open(localName(tag.name), tag.attributes);
  });
  parser.on('text', (text) => handler.text?.(text));
  parser.on('closetag', (tag) => {
    tokenBytes = 0;
    depth -= 1;
    handler.close?.(localName(tag.name));
  });
  for await (const chunk of chunks) {
    tokenBytes += chunk.length;
    if (tokenBytes > maxTokenBytes) throw new WorkbookError('an element is too long');
    parser.write(decoder.decode(chunk, { stream: true }));
    yield handler;
  }
  parser.write(decoder.decode()).close();
  yield handler;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Reads a part of XML to its end. */
export async function parseAll(parts: WorkbookParts, name: string, handler: XmlHandler): Promise<void> {
  const parsing = parts.parse(name, handler);
  while ((await parsing.next()).done !== true);
}
