import { entityTag } from './entity-tag.js';

/** A whole body, and the tag that is a function of it alone (HTTP-2). */
export interface TaggedBody {
  readonly body: Buffer;
  readonly tag: string;
}

export function taggedBody(text: string): TaggedBody {
  const body = Buffer.from(text);
  return { body, tag: entityTag(body) };
}

/** The body that shows one resource, whether it was read, made or changed: so it has one tag (HTTP-2). */
export function resourceBody(text: string): TaggedBody {
  return taggedBody(`{"data":${text}}`);
}
