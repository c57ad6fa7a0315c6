import { existsSync, readFileSync } from 'node:fs';
import { type Json, parseJson } from './json.js';

/** A JSON file of this package, which lies at different depths above the sources, the build and the bundle. */
export function packageFile(path: string): Json | undefined {
  const places = ['..', '../..'].map((above) => new URL(`${above}/${path}`, import.meta.url));
  const file = places.find((place) => existsSync(place));
  return file && parseJson(readFileSync(file, 'utf8'));
}
