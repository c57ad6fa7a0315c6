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

export const writeMutants = [
  ...makeMutants('write', {
    'patch-without-change-moves-nothing': {
      'names-composed: names are stored in composed form (NFC)': storing((after) => ({
        ...after,
        name: toText(after['name']).normalize('NFC'),
      })),
      'no-change-moves-time: a PATCH that changes nothing changes updated_at': changing((after, before) =>
        same(after, before) ? { ...after, updated_at: new Date().toISOString() } : after,
      ),
    },
    'post-creates-a-project post-answers-with-the-project keys-have-their-form markdown-is-rendered': {
      'creates-with-200: a POST is answered with 200': on(201, withStatus(200)),
    },
    'written-projects-show-what-they-refer-to': {
      'machines-swap-names: a PATCH gives the first machine of a project the name of the second': changing((after) => {
        const [first, second, ...rest] = objectsAt(after, 'machines');
        return second ? { ...after, machines: [{ ...first, name: second['name'] ?? null }, second, ...rest] } : after;
      }),
    },
    'projects-follow-their-model': {
      'change-keeps-time: a PATCH does not change updated_at': changing((after, { updated_at }) => ({
        ...after,
        updated_at,
      })),
    },
    'patches-of-different-fields-at-once': {
      'last-patch-wins: of two PATCHes at once, the second restores what the first changed': {
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
    },
    'null-clears-and-arrays-replace': {
      'null-ignored: null keeps the old value of an optional field': changing((after, before) => ({
        ...after,
        space: after['space'] ?? before['space'] ?? null,
      })),
    },
    'filters-see-what-was-written': {
      'author-is-first-member: the author of a new project is the first member': creating((after, { dataset }) => {
        const [member] = dataset.members;
        return member ? { ...after, author: summarize(member, 'first_name', 'last_name') } : after;
      }),
    },
    'steps-take-every-arrangement': {
      'step-ids-made-anew: a change of the steps gives them new ids': merging('steps', (now, before) =>
        objects(now).map((step) =>
          objects(before).some(({ id }) => id === step['id']) ? { ...step, id: newId(Date.now()) } : step,
        ),
      ),
      'permuted-steps-stay: if all steps are kept, their order stays, regardless of the order sent': merging(
        'steps',
        (now, before) => {
          const ids = (steps: JsonValue) =>
            objects(steps)
              .map(({ id }) => toText(id))
              .sort();
          return same(ids(now), ids(before)) ? before : now;
        },
      ),
    },
    'written-times-are-not-in-the-future': {
      'changed-in-an-hour: a PATCH sets updated_at an hour into the future': changing((after, before) =>
        after.updated_at === before.updated_at
          ? after
          : { ...after, updated_at: new Date(Date.now() + 3_600_000).toISOString() },
      ),
    },
    'the-newest-comes-first posts-at-once-are-all-there a-key-makes-one-project': {
      'shown-late: a new project appears in lists half a second late': late(true, 'list'),
    },
    'soft-deleted-projects-refuse-patch': {
      'deleted-changed: a soft-deleted project can be changed': on(
        ({ status }, { request }) => status === 409 && request.method === 'PATCH',
        withStatus(200),
      ),
    },
    'slugs-are-made-unique': {
      'slug-numbered-from-one: slug numbers start at 1': creating((after) => ({
        ...after,
        slug: toText(after['slug']).replace(/-2$/, '-1'),
      })),
      'slugs-shared: projects with the same name share a slug': creating((after) => ({
        ...after,
        slug: toText(after['slug']).replace(/-\d+$/, ''),
      })),
    },
    'publication-goes-its-ways': {
      'publication-moves: publishing again changes the publication time': changing((after, before) =>
        before['published_at'] !== null && after['publication_state'] === 'published' && !same(before, after)
          ? { ...after, published_at: after.updated_at }
          : after,
      ),
    },
    'bad-bodies-of-post-are-refused bad-bodies-of-patch-are-refused': {
      'unknown-fields-ignored: unknown fields are ignored': toleratingInBody('unknown_field'),
    },
    'bad-bodies-of-patch-are-refused': {
      'neighbours-named: an error in an array item points to the next item, too': telling((errors) =>
        errors.flatMap((error) => {
          const at = error.at.replace(/\d+/, (index) => String(Number(index) + 1));
          return at === error.at ? [error] : [error, { ...error, at }];
        }),
      ),
    },
    'limits-of-fields-are-reached': {
      'lengths-in-utf16: lengths are counted in UTF-16 code units': refusingInBody('name', (name) => name.length > 200),
    },
    'known-references-need-not-be-live': {
      'known-deleted-refused: a soft-deleted reference is refused even if the project already has it': {
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
    },
    'a-body-may-take-one-mebibyte': {
      'large-bodies-refused: a body of more than 100 kB is refused': on(
        ({ status }, { request }) => status === 400 && request.body.length > 100_000,
        asProblem('payload_too_large'),
      ),
    },
    'every-form-of-a-text-in-every-field': {
      'escaped-tags: only the first tag is kept if the body has escapes': readingBody(({ sent }, bytes) =>
        isArray(sent['tags']) && bytes.includes('\\u006') ? { sent: { ...sent, tags: sent['tags'].slice(0, 1) } } : {},
      ),
    },
  }),
] as const;
