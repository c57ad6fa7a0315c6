import { hash } from 'node:crypto';

/** HTTP-2: a strong tag, computed from the uncompressed body only. */
export function entityTag(body: Buffer | string): string {
  return `"${hash('sha1', body, 'base64url')}"`;
}

/**
 * The body of one resource, whether it was read, created or changed, so that it has one tag (HTTP-2). A string,
 * because Node sends it together with the head, and a buffer separately.
 */
export function resourceBody(text: string): string {
  return `{"data":${text}}`;
}

/** Whether If-None-Match matches the tag, compared weakly, or is `*`. */
export function noneMatch(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || tagsIn(header).some((one) => one.replace(/^W\//, '') === tag);
}

/**
 * WRITE-6: why If-Match does not match the tag, compared strongly (a weak tag never matches); null if it does, or is
 * `*`.
 */
export function findMismatch(header: string, tag: string): string | null {
  const tags = tagsIn(header);
  if (header.trim() === '*' || tags.includes(tag)) return null;
  return tags.includes(`W/${tag}`)
    ? 'If-Match has the weak form of the current tag, which never matches. Send it without W/, which a compressing proxy may have added.'
    : 'The project has changed since you read it: its ETag no longer matches If-Match. Read it again.';
}

/** Tags from elsewhere may contain commas; those of this service never do, so no part of another tag can match. */
const tagsIn = (header: string): string[] => header.split(',').map((part) => part.trim());
