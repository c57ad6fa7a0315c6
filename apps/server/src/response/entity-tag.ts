import { hash } from 'node:crypto';

/** HTTP-2: strong, and a function of the uncompressed body alone. */
export function entityTag(body: Buffer): string {
  return `"${hash('sha1', body, 'base64url')}"`;
}

/** The body that shows one resource, whether it was read, made or changed: so it has one tag (HTTP-2). */
export function resourceBody(text: string): Buffer {
  return Buffer.from(`{"data":${text}}`);
}

/** Whether If-None-Match names the tag, compared weakly, or is `*`. */
export function noneMatch(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || tagsIn(header).some((one) => one.replace(/^W\//, '') === tag);
}

/** WRITE-6: why If-Match does not name the tag, compared strongly (a weak tag never matches); null where it does, or is `*`. */
export function mismatch(header: string, tag: string): string | null {
  const tags = tagsIn(header);
  if (header.trim() === '*' || tags.includes(tag)) return null;
  return tags.includes(`W/${tag}`)
    ? 'If-Match has the tag of the project as a weak one, which never matches. Send it without W/: a proxy that compresses has added that.'
    : 'The project is not the one that If-Match names: read it again.';
}

/** Tags of others may hold commas; those of this service never do, so no part of another one can pass for them. */
const tagsIn = (header: string): string[] => header.split(',').map((part) => part.trim());
