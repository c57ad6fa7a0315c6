import { type JsonObject, asObject, asText } from './json.js';

/** Pictures of the demo, which the service itself has. */
const demo = 'https://demo.example.org/';

export interface PictureAddress {
  /** An address that the page may load; null if the operator has not allowed its host. */
  readonly shown: string | null;
  /** The address as stored; null if the row has no picture. */
  readonly stored: string | null;
}

/** The picture of a row in one of its widths; `hosts` are the origins in IMAGE_HOSTS. */
export function pictureAddress(row: JsonObject, width: 'sm' | 'md' | 'lg', hosts: readonly string[]): PictureAddress {
  const stored = asText(asObject(row['image'])[width]);
  const origin = stored !== null && /^https?:/i.test(stored) ? originOf(stored) : null;
  if (stored === null || origin === null) return { shown: null, stored: null };
  if (stored.startsWith(demo)) return { shown: `explorer/${stored.slice(demo.length)}`, stored };
  return { shown: hosts.includes(origin) ? stored : null, stored };
}

function originOf(address: string): string | null {
  try {
    return new URL(address).origin;
  } catch {
    return null;
  }
}

/** The first letter of a name, for a tile instead of a picture. */
export const initial = (name: string): string => /\p{L}|\p{N}/u.exec(name)?.[0].toUpperCase() ?? '?';
