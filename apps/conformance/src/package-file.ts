import { existsSync, readFileSync } from 'node:fs';
import { type Json, parseJson, toText, valuesAt } from './json.js';

/** A JSON file of this package, whose root is at a different depth above the sources, the build and the bundle. */
export function readPackageFile(path: string): Json | undefined {
  const places = ['..', '../..', '../../..'].map((above) => new URL(`${above}/${path}`, import.meta.url));
  const file = places.find((place) => existsSync(place));
  return file && parseJson(readFileSync(file, 'utf8'));
}

export const suiteVersion = (): string => toText(valuesAt(readPackageFile('package.json'), 'version')[0] ?? 'unknown');
