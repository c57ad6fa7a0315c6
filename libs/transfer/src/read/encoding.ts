import { isAscii, isUtf8 } from 'node:buffer';
import { isNativeError } from 'node:util/types';
import { CommandError } from '@resource-catalogue/program';
import iconv from 'iconv-lite';
import { detectAll } from 'jschardet';
import { importLimits } from '../import-limits.js';
import { byteLines, type ByteSource, firstBytes, type ReadWatch } from './byte-source.js';

/** Names in messages of the encodings that spreadsheet programs and older systems write, by label. */
const legacyNames: ReadonlyMap<string, string> = new Map([
  ['windows-1250', 'Windows-1250'],
  ['windows-1251', 'Windows-1251'],
  ['windows-1252', 'Windows-1252'],
  ['windows-1253', 'Windows-1253'],
  ['windows-1254', 'Windows-1254'],
  ['iso-8859-2', 'ISO 8859-2'],
  ['koi8-r', 'KOI8-R'],
  ['cp850', 'DOS code page 850'],
  ['cp852', 'DOS code page 852'],
  ['ibm866', 'DOS code page 866'],
  ['macroman', 'Mac Roman'],
  ['shift_jis', 'Shift_JIS'],
  ['euc-jp', 'EUC-JP'],
]);

export interface Encoding {
  readonly label: string;
  /** Name in messages. */
  readonly name: string;
}

const utf8: Encoding = { label: 'utf-8', name: 'UTF-8' };
const utf16: Encoding = { label: 'utf-16le', name: 'UTF-16' };
const utf16BigEndian: Encoding = { label: 'utf-16be', name: 'UTF-16BE' };

const advice = 'Save it as UTF-8: in Excel, as "CSV UTF-8".';
const sampleBytes = 64 * 1024;

/** Detects the encoding of a text from all its bytes, so that UTF-8 is never mistaken for another encoding. */
export async function detectEncoding(source: ByteSource): Promise<Encoding> {
  const head = await firstBytes(source.chunks(), sampleBytes);
  if (head[0] === 0xff && head[1] === 0xfe) return utf16;
  if (head[0] === 0xfe && head[1] === 0xff) return utf16BigEndian;
  if (head.includes(0)) return detectUtf16(source.path, head);
  if (await isAllUtf8(source)) return utf8;
  const { sample, others, unicode, line } = await findOthers(source);
  // Other encodings rarely look like UTF-8, so this is UTF-8 with a damaged line.
  if (unicode > others) {
    throw new CommandError(
      `${source.path}:${line} is not UTF-8, although other lines are. Correct it, or save the file as UTF-8.`,
    );
  }
  return detectLegacy(source.path, sample);
}

/** Decodes a text in chunks, without its byte order mark. */
export async function* decode(
  source: ByteSource,
  { label, name }: Encoding,
  watch?: ReadWatch,
): AsyncGenerator<string, void, undefined> {
  const isLegacy = legacyNames.has(label);
  const decoder = isLegacy ? iconv.getDecoder(label) : unicodeDecoder(label);
  const invalid = new CommandError(`${source.path} has bytes that are not ${name}. ${advice}`);
  const checked = (text = ''): string => {
    if (isLegacy && text.includes('\ufffd')) throw invalid;
    return text;
  };
  try {
    for await (const chunk of source.chunks(watch)) yield checked(decoder.write(chunk));
    yield checked(decoder.end());
  } catch (error) {
    throw isInvalid(error) ? invalid : error;
  }
}

function unicodeDecoder(label: string) {
  const decoder = new TextDecoder(label, { fatal: true });
  return { write: (chunk: Buffer) => decoder.decode(chunk, { stream: true }), end: () => decoder.decode() };
}

const isInvalid = (error: unknown): boolean =>
  isNativeError(error) && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';

/** Text with NUL characters that is not UTF-16 is a binary file. */
function detectUtf16(path: string, head: Buffer): Encoding {
  const even = head.subarray(0, head.length - (head.length % 2));
  const [best] = detectAll(even, { detectEncodings: ['utf-16-le', 'utf-16-be', 'windows-1252'], minimumThreshold: 0 });
  if (best?.encoding === 'utf-16-le') return utf16;
  if (best?.encoding === 'utf-16-be') return utf16BigEndian;
  throw new CommandError(`${path} is not a text file or a workbook that can be read. Save it as .xlsx or as CSV.`);
}

async function isAllUtf8(source: ByteSource): Promise<boolean> {
  const { write, end } = unicodeDecoder('utf-8');
  try {
    for await (const chunk of source.chunks()) write(chunk);
    end();
    return true;
  } catch (error) {
    if (isInvalid(error)) return false;
    throw error;
  }
}

interface Others {
  /** The first lines that are not UTF-8. */
  readonly sample: Buffer;
  /** The number of these lines, and the first of them. */
  readonly others: number;
  readonly line: number;
  /** The number of lines that are UTF-8 with characters beyond ASCII. */
  readonly unicode: number;
}

/** Collects enough lines that are not UTF-8. */
async function findOthers(source: ByteSource): Promise<Others> {
  const sample: Buffer[] = [];
  let [size, line, firstOther, unicode] = [0, 0, 0, 0];
  for await (const lines of byteLines(source.chunks(), importLimits.rowBytes)) {
    for (const bytes of lines) {
      line += 1;
      if (bytes === null || isAscii(bytes)) continue;
      if (isUtf8(bytes)) unicode += 1;
      else {
        if (sample.length === 0) firstOther = line;
        sample.push(bytes);
        size += bytes.length;
      }
    }
    if (size > sampleBytes) break;
  }
  const bytes = Buffer.concat(sample.flatMap((each) => [each, lineFeed]));
  return { sample: bytes.subarray(0, 2 * sampleBytes), others: sample.length, line: firstOther, unicode };
}

const lineFeed = Buffer.from('\n');

/** Guesses within this distance of the best one are equally good. */
const minLead = 0.1;
/** Below this confidence a text has too few characters beyond ASCII. */
const minConfidence = 0.005;

interface Guess {
  readonly label: string;
  readonly confidence: number;
  readonly text: string;
}

/** Prefers Windows-1252 among equally good guesses, because it is the most frequent one by far. */
function detectLegacy(path: string, sample: Buffer): Encoding {
  const guesses = detectAll(sample, { detectEncodings: [...legacyNames.keys()], minimumThreshold: 0 })
    .map(({ encoding, confidence }) => toGuess(sample, encoding, confidence))
    .filter((guess) => guess !== null);
  const [first] = guesses;
  const isClose = ({ confidence }: Guess): boolean => confidence >= (first?.confidence ?? 0) * (1 - minLead);
  const usual = guesses.find((guess) => guess.label === 'windows-1252' && isClose(guess));
  const best = usual ?? first;
  const isDoubtful = !usual && guesses.some((guess) => guess.text !== best?.text && isClose(guess));
  if (!best || isDoubtful || best.confidence < minConfidence) {
    throw new CommandError(`${path} is neither UTF-8 nor clearly in another encoding. ${advice}`);
  }
  return { label: best.label, name: legacyNames.get(best.label) ?? best.label };
}

/** The text in an encoding; null if it has bytes without a meaning or control characters. */
function toGuess(sample: Buffer, encoding: string | null, confidence: number): Guess | null {
  const label = encoding?.toLowerCase() ?? '';
  if (!legacyNames.has(label)) return null;
  const text = iconv.decode(sample, label);
  return /[\u0080-\u009f\ufffd]/.test(text) ? null : { label, confidence, text };
}
