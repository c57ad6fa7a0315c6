import { setTimeout as wait } from 'node:timers/promises';
import {
  isList as isArray,
  type JsonObject,
  type JsonValue,
  newId,
  objectsAt,
  type Row,
  same,
  summarize,
  toText,
  type ValidationError,
  type Wraps,
} from '@resource-catalogue/reference-server';
import { makeMutants } from './mutant.js';
import {
  asProblem,
  changing,
  creating,
  on,
  readingBody,
  refusingInBody,
  storing,
  toleratingInBody,
  withStatus,
} from './wraps.js';

// Faults in writes.

/** Changes what is stored under one key when its value changes. */
const merging = (key: string, merge: (now: JsonValue, before: JsonValue) => JsonValue): Wraps =>
  storing((after, before) => {
    const [now = null, former = null] = [after[key], before?.[key]];
    return same(now, former) ? after : { ...after, [key]: merge(now, former) };
  });

const objects = (list: JsonValue): readonly JsonObject[] => objectsAt({ list }, 'list');

/** Changes which errors of a body are reported. */
const telling = (told: (errors: readonly ValidationError[]) => readonly ValidationError[]): Wraps =>
  readingBody(({ errors }) => ({ errors: told(errors) }));

/** Hides new projects, or new states of projects, for half a second. */
const late = (isNew: boolean, where: 'list' | 'single'): Wraps => {
  const until = new Map<string, { readonly time: number; readonly row: Row | null }>();
  const former = (id: string) => {
    const known = until.get(id);
    return known !== undefined && known.time > Date.now() ? known.row : undefined;
  };
  return {
    ...storing((after, before) => {
      if ((before === null) === isNew) until.set(after.id, { time: Date.now() + 500, row: before });
      return after;
    }),
    ...(where === 'list'
      ? {
          readPage: (read) => (rows, query) =>
            read(
              rows.flatMap((row) => {
                const before = former(row.id);
                return before === null ? [] : [before ?? row];
              }),
              query,
            ),
        }
      : on(
          ({ status }, { route, request }) =>
            status === 200 && request.method === 'GET' && former(route?.id ?? '') === null,
          asProblem('not_found'),
        )),
  };
};

export const writeMutants = makeMutants({
  'write-names-composed by patch-without-change-moves-nothing': storing((after) => ({
    ...after,
    name: toText(after['name']).normalize('NFC'),
  })),
  'write-no-change-moves-time by patch-without-change-moves-nothing': changing((after, before) =>
    same(after, before) ? { ...after, updated_at: new Date().toISOString() } : after,
  ),
  'write-creates-with-200 by post-creates-a-project post-answers-with-the-project markdown-is-rendered': on(
    201,
    withStatus(200),
  ),
  'write-machines-swap-names by written-projects-show-what-they-refer-to': changing((after) => {
    const [first, second, ...rest] = objectsAt(after, 'machines');
    return second ? { ...after, machines: [{ ...first, name: second['name'] ?? null }, second, ...rest] } : after;
  }),
  'write-change-keeps-time by projects-follow-their-model': changing((after, { updated_at }) => ({
    ...after,
    updated_at,
  })),
  // Of two PATCHes at once, the second restores what the first changed.
  'write-last-patch-wins by patches-of-different-fields-at-once': {
    respond: (respond) => {
      const running = new Map<string, Promise<unknown>>();
      return async (request) => {
        if (request.method !== 'PATCH') return respond(request);
        const other = running.get(request.path);
        if (other !== undefined) return respond({ ...request, body: Buffer.from('{}') });
        running.set(request.path, wait(30));
        await wait(30);
        running.delete(request.path);
        return respond(request);
      };
    },
  },
  'write-null-ignored by null-clears-and-arrays-replace': changing((after, before) => ({
    ...after,
    space: after['space'] ?? before['space'] ?? null,
  })),
  'write-author-is-first-member by filters-see-what-was-written': creating((after, { dataset }) => {
    const [member] = dataset.members;
    return member ? { ...after, author: summarize(member, 'first_name', 'last_name') } : after;
  }),
  'write-step-ids-made-anew by steps-take-every-arrangement': merging('steps', (now, before) =>
    objects(now).map((step) =>
      objects(before).some(({ id }) => id === step['id']) ? { ...step, id: newId(Date.now()) } : step,
    ),
  ),
  // If all steps are kept, their order stays, regardless of the order sent.
  'write-permuted-steps-stay by steps-take-every-arrangement': merging('steps', (now, before) => {
    const ids = (steps: JsonValue) =>
      objects(steps)
        .map(({ id }) => toText(id))
        .sort();
    return same(ids(now), ids(before)) ? before : now;
  }),
  'write-changed-in-an-hour by publication-goes-its-ways': changing((after, before) =>
    after.updated_at === before.updated_at
      ? after
      : { ...after, updated_at: new Date(Date.now() + 3_600_000).toISOString() },
  ),
  // A new project appears in lists half a second late.
  'write-shown-late by the-newest-comes-first posts-at-once-are-all-there a-key-makes-one-project': late(true, 'list'),
  'write-deleted-changed by soft-deleted-projects-refuse-patch': on(
    ({ status }, { request }) => status === 409 && request.method === 'PATCH',
    withStatus(200),
  ),
  'write-slug-numbered-from-one by slugs-are-made-unique': creating((after) => ({
    ...after,
    slug: toText(after['slug']).replace(/-2$/, '-1'),
  })),
  'write-slugs-shared by slugs-are-made-unique': creating((after) => ({
    ...after,
    slug: toText(after['slug']).replace(/-\d+$/, ''),
  })),
  'write-publication-moves by publication-goes-its-ways': changing((after, before) =>
    before['published_at'] !== null && after['publication_state'] === 'published' && !same(before, after)
      ? { ...after, published_at: after.updated_at }
      : after,
  ),
  'write-unknown-fields-ignored by bad-bodies-of-post-are-refused bad-bodies-of-patch-are-refused':
    toleratingInBody('unknown_field'),
  // An error in an array item points to the next item, too.
  'write-neighbours-named by bad-bodies-of-patch-are-refused': telling((errors) =>
    errors.flatMap((error) => {
      const at = error.at.replace(/\d+/, (index) => String(Number(index) + 1));
      return at === error.at ? [error] : [error, { ...error, at }];
    }),
  ),
  'write-lengths-in-utf16 by limits-of-fields-are-reached': refusingInBody('name', (name) => name.length > 200),
  'write-known-deleted-refused by known-references-need-not-be-live': {
    readBody:
      (read, { dataset }) =>
      (bytes, before) => {
        const body = read(bytes, before);
        const deleted = dataset.members.find(({ id, soft_deleted_at: at }) => at !== null && bytes.includes(id));
        if (deleted === undefined) return body;
        const detail = 'No resource has this id.';
        const at = '/collaborator_ids/0';
        return { ...body, errors: [...body.errors, { place: 'pointer', at, code: 'unknown_reference', detail }] };
      },
  },
  'write-large-bodies-refused by a-body-may-take-one-mebibyte': on(
    ({ status }, { request }) => status === 400 && request.body.length > 100_000,
    asProblem('payload_too_large'),
  ),
  // Only the first tag is kept if the body has escapes.
  'write-escaped-tags by every-form-of-a-text-in-every-field': readingBody(({ sent }, bytes) =>
    isArray(sent['tags']) && bytes.includes('\\u006') ? { sent: { ...sent, tags: sent['tags'].slice(0, 1) } } : {},
  ),
});
