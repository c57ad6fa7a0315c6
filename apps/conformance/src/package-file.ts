import { existsSync, readFileSync } from 'node:fs';
import { type Json, parseJson, toText, valuesAt } from './json.js';

/**
 * Returns the text of a file of this package. The package root is at a different depth above the sources, the build and
 * the bundle; files that come from the workspace are above it.
 */
export function packageText(path: string): string | undefined {
  const places = ['..', '../..', '../../..', '../../../..'].map(
    (above) => new URL(`${above}/${path}`, import.meta.url),
  );
  const file = places.find((place) => existsSync(place));
  return file && readFileSync(file, 'utf8');
}

export function packageFile(path: string): Json | undefined {
  const text = packageText(path);
  return text === undefined ? undefined : parseJson(text);
}

/** The version of this package, or `unknown`. */
export const suiteVersion = (): string => toText(valuesAt(packageFile('package.json'), 'version')[0] ?? 'unknown');
