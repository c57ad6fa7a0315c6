import { type JsonObject, asObject, asText } from './json.js';

/** The start of the URLs of the demo's pictures, which the service itself serves. */
const demo = 'https://demo.example.org/';

export interface PictureUrls {
  /** The URL that the page may load; null if the operator has not allowed its host. */
  readonly shown: string | null;
  /** The URL as stored; null if the row has no picture. */
  readonly stored: string | null;
}

/** The picture of a row in one of its widths; `hosts` are the origins in IMAGE_HOSTS. */
export function pictureUrl(row: JsonObject, width: 'sm' | 'md' | 'lg', hosts: readonly string[]): PictureUrls {
  const stored = asText(asObject(row['image'])[width]);
  const origin = stored !== null && /^https?:/i.test(stored) ? originOf(stored) : null;
  if (stored === null || origin === null) return { shown: null, stored: null };
  if (stored.startsWith(demo)) return { shown: `explorer/${stored.slice(demo.length)}`, stored };
  return { shown: hosts.includes(origin) ? stored : null, stored };
}

function originOf(url: string): string | null {
  try {
    return new URL(url).origin;
  } catch {
    return null;
  }
}

/** The first letter of a name, for a tile instead of a picture. */
export const initial = (name: string): string => /\p{L}|\p{N}/u.exec(name)?.[0].toUpperCase() ?? '?';
