import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { arrayOf, isObject, type JsonObject, objectOf } from '@resource-catalogue/testing/json';

const chart = new URL('../../../../deploy/helm/resource-catalogue/', import.meta.url);
const text = (path: string): string => readFileSync(new URL(path, chart), 'utf8');
const yaml = (path: string): JsonObject => objectOf(parse(text(path)));

export const chartValues = (): JsonObject => objectOf(yaml('values.yaml'));

/** What the templates make of the values, by kind. They keep to what this renders: see `rendered`. */
export function renderChart(values: JsonObject): ReadonlyMap<string, JsonObject> {
  const { version, appVersion } = yaml('Chart.yaml');
  const scope = {
    Values: values,
    Release: { Name: 'catalogue' },
    Chart: { Version: version, AppVersion: appVersion },
  };
  const templates = readdirSync(fileURLToPath(new URL('templates', chart)));
  const documents = templates.map((name) => {
    try {
      return parse(rendered(text(`templates/${name}`), scope)) as unknown;
    } catch (error) {
      throw new Error(`templates/${name} cannot be rendered`, { cause: error });
    }
  });
  return new Map(documents.filter(isObject).map((document) => [String(document['kind']), document]));
}

/**
 * The part of Go's templates that is used: `if`, `if not`, `if and`, `range` and `end`, each on a line of its own, and values,
 * with `toJson` or `default`. A value that is not there is an error.
 */
function rendered(template: string, scope: JsonObject): string {
  return block(template.split('\n'), scope).join('\n');
}

function block(lines: readonly string[], scope: JsonObject): string[] {
  const out: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const control = controlIn(line);
    if (control === undefined) out.push(line.replace(/\{\{ (.*?) \}\}/g, (_, words: string) => shown(words, scope)));
    else {
      const end = endOf(lines, at);
      for (const inner of scopesOf(control, scope)) out.push(...block(lines.slice(at + 1, end), inner));
      at = end;
    }
  }
  return out;
}

const controlIn = (line: string): string | undefined => /^ *\{\{- (.*) \}\}$/.exec(line)?.[1];

function endOf(lines: readonly string[], start: number): number {
  let open = 0;
  const end = lines.findIndex((line, at) => {
    const control = at < start ? undefined : controlIn(line);
    if (control !== undefined) open += control === 'end' ? -1 : 1;
    return control === 'end' && open <= 0;
  });
  if (end <= start) throw new Error(`Nothing begins or ends: ${lines[start]}`);
  return end;
}

/** One for each time that the block is rendered. */
function scopesOf(control: string, scope: JsonObject): JsonObject[] {
  const [word = '', ...words] = control.split(' ');
  if (word === 'range') {
    const [, first = '', second, path = ''] = /^range (\$\w+)(?:, (\$\w+))? := (\S+)$/.exec(control) ?? [];
    const value = valueOf(path, scope);
    if (second !== undefined)
      return Object.entries(objectOf(value)).map(([key, each]) => ({ ...scope, [first]: key, [second]: each }));
    return arrayOf(value).map((each) => ({ ...scope, [first]: each }));
  }
  if (word !== 'if') throw new Error(`Not rendered: ${control}`);
  const negated = words[0] === 'not';
  const paths = words[0] === 'and' || negated ? words.slice(1) : words;
  return paths.every((path) => isTrue(valueOf(path, scope)) !== negated) ? [scope] : [];
}

function shown(words: string, scope: JsonObject): string {
  const [, json, path = '', other] = /^(toJson )?(\S+)(?: \| default (\S+))?$/.exec(words) ?? [];
  const value = valueOf(path, scope);
  if (json !== undefined) return JSON.stringify(value);
  const chosen = other === undefined || isTrue(value) ? value : valueOf(other, scope);
  if (typeof chosen !== 'string' && typeof chosen !== 'number') throw new Error(`No text: ${words}`);
  return String(chosen);
}

function valueOf(path: string, scope: JsonObject): unknown {
  const keys = path.startsWith('.') ? path.slice(1).split('.') : [path];
  return keys.reduce<unknown>((value, key) => {
    const found = objectOf(value)[key];
    if (found === undefined) throw new Error(`There is no ${path}.`);
    return found;
  }, scope);
}

/** What counts as true in Go's templates. */
const isTrue = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : isObject(value) ? Object.keys(value).length > 0 : Boolean(value);
