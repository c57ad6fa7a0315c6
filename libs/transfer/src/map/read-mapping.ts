import { readFile } from 'node:fs/promises';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { type Document, isMap, isNode, LineCounter, parseDocument, visit } from 'yaml';
import { CommandError, CommandErrors, fileError, isObject } from '@resource-catalogue/program';
import type { Definition } from '@resource-catalogue/read';
import type { Mapping } from './mapping.js';
import { mappingSchema } from './mapping-schema.js';
import { suggestion } from '../values/proposals.js';

const maxFileBytes = 1024 * 1024;
const maxErrors = 20;

/** Reads a mapping. Throws with all errors and their lines. */
export async function readMapping(path: string, definitions: readonly Definition[]): Promise<Mapping> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw fileError(error, (reason) => `${path} cannot be read because ${reason}.`);
  });
  if (text.length > maxFileBytes) throw new CommandError(`${path} is longer than 1 MiB, so it is not a mapping.`);
  return parseMapping(text, path, definitions);
}

export function parseMapping(text: string, path: string, definitions: readonly Definition[]): Mapping {
  const lines = new LineCounter();
  if (isDeep(text)) throw new CommandError(`${path} is nested too deeply for a mapping.`);
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const syntax = [
    ...document.errors.map(({ pos, message }) => ({ offset: pos[0], message })),
    ...duplicateKeys(document),
  ];
  if (syntax.length > 0) {
    const texts = syntax
      .slice(0, maxErrors)
      .map(({ offset, message }) => `${path}:${lines.linePos(offset).line} ${message}.`);
    throw new CommandErrors(texts);
  }
  const value = toValue(document, path);
  complete(value);
  const ajv = new Ajv({
    allErrors: true,
    // `verbose` adds the schema to errors, for suggestions.
    verbose: true,
    // Inlining would repeat a few definitions for thousands of keys.
    inlineRefs: false,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    allowUnionTypes: true,
  });
  const valid: ValidateFunction<Mapping> = ajv.compile<Mapping>(mappingSchema(definitions));
  if (valid(value)) return value;
  const problems = (valid.errors ?? []).filter(({ keyword }) => keyword !== 'if').slice(0, maxErrors);
  const texts = problems.map((error) => {
    const at = pointerKeys(error.instancePath);
    const { keyword, params } = error;
    const own = keyword === 'additionalProperties' ? [...at, String(params['additionalProperty'])] : at;
    return `${path}:${findLine(document, own, lines)} ${at.length === 0 ? '' : `${at.join('.')} `}${describeProblem(error)}`.replace(
      /(?<!\?)$/,
      '.',
    );
  });
  throw new CommandErrors([...new Set(texts)]);
}

/** A valid mapping has at most eight levels. */
const maxDepth = 100;

/** Whether a text is nested so deeply that the parser could exceed the stack. */
function isDeep(text: string): boolean {
  let open = 0;
  for (const character of text) {
    if (character === '[' || character === '{') open += 1;
    else if (character === ']' || character === '}') open -= 1;
    if (open > maxDepth) return true;
  }
  return text.split('\n').some((line) => (/^[\s?:-]*/.exec(line)?.[0].length ?? 0) > 2 * maxDepth);
}

/** Duplicate keys are found here, because the library compares each key with all others. */
function duplicateKeys(document: Document): { readonly offset: number; readonly message: string }[] {
  const found: { readonly offset: number; readonly message: string }[] = [];
  visit(document, {
    Map: (_, map) => {
      const known = new Set<string>();
      for (const { key } of map.items) {
        const name = String(key);
        const offset = isNode(key) ? (key.range?.[0] ?? 0) : 0;
        if (known.has(name)) found.push({ offset, message: `The key ${name} is a duplicate: remove one` });
        known.add(name);
      }
    },
  });
  return found;
}

function toValue(document: Document, path: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    throw new CommandError(`${path} cannot be read: ${error.message}. Replace its aliases with the values.`);
  }
}

/** Replaces the short form of fields, the name of a column, by the full one. */
function complete(mapping: unknown): void {
  const tables = isObject(mapping) ? mapping['tables'] : null;
  for (const table of Array.isArray(tables) ? tables.filter(isObject) : []) {
    for (const { fields } of Object.values(table['collections'] ?? {}).filter(isObject)) {
      if (!isRecord(fields)) continue;
      for (const [key, field] of Object.entries(fields)) if (typeof field === 'string') fields[key] = { column: field };
    }
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => isObject(value);

const pointerKeys = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

/** The line of a key, or of its nearest parent. */
function findLine(document: Document, keys: readonly string[], lines: LineCounter): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const key of keys) {
    const pair = isMap(node) ? node.items.find((item) => String(item.key) === key) : undefined;
    const inner: unknown = isMap(node) ? pair?.value : document.getIn(keys.slice(0, keys.indexOf(key) + 1), true);
    const place: unknown = pair?.key ?? inner;
    const range = typeof place === 'object' && place !== null && 'range' in place ? place.range : null;
    if (Array.isArray(range)) offset = Number(range[0]);
    node = inner;
  }
  return lines.linePos(offset).line;
}

function describeProblem({ keyword, params, message, parentSchema }: ErrorObject): string {
  switch (keyword) {
    case 'additionalProperties': {
      const unknown = String(params['additionalProperty']);
      const known: unknown = parentSchema?.['properties'];
      return `has no key ${unknown}${suggestion(unknown, typeof known === 'object' && known !== null ? Object.keys(known) : [])}`;
    }
    case 'required':
      return `lacks the key ${String(params['missingProperty'])}`;
    case 'enum':
      return `must be one of ${[params['allowedValues']].flat().join(', ')}`;
    case 'const':
      return `must be ${String(params['allowedValue'])}`;
    default:
      return message ?? 'is not valid';
  }
}
