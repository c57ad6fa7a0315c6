import { randomUUID } from 'node:crypto';
import {
  type Behaviour,
  isDeleted,
  isList,
  isObject,
  type JsonObject,
  type JsonValue,
  newId,
  objectsAt,
  ProblemError,
  type Row,
  same,
  soundBehaviour as sound,
  summarize,
  toText,
  type Written,
} from '@resource-catalogue/reference-server';
import { isWrite, on, withHeaders, withoutHeaders, withStatus } from './answers.js';
import { type Change, makeMutants } from './mutant.js';
import { hour } from './requests.js';
import { changed, created, withItems } from './rows.js';

const isUsable: Behaviour['isUsable'] = (row) => 'collaborators' in row || sound.isUsable(row);

/** Lets one method respond with JSON regardless of Accept. */
const acceptIgnored = (writing: 'POST' | 'PATCH') => (): Change => {
  let asked = '';
  return {
    scopeFor: (route, method) => {
      asked = method;
      return sound.scopeFor(route, method);
    },
    acceptsJson: (accept) => asked === writing || sound.acceptsJson(accept),
  };
};

/** Treats a PATCH of only this field as a change even if the value is the same. */
const sameMovesTime = (field: string) => (): Change => {
  let sent: string[] = [];
  return {
    merged: (key, before, value) => {
      sent.push(key);
      return sound.merged(key, before, value);
    },
    hasChanged: (...rows) => (sent.length === 1 && sent[0] === field) || sound.hasChanged(...rows),
    stored: (written) => {
      sent = [];
      return sound.stored(written);
    },
  };
};

/** Remembers the former state of written projects for half a second. */
function late(concerns: (written: Written) => boolean) {
  const formers = new Map<string, { readonly row: Row | null; readonly until: number }>();
  return {
    stored: (written: Written): Row => {
      const { before, after } = written;
      if (concerns(written)) formers.set(after.id, { row: before, until: Date.now() + 500 });
      return after;
    },
    /** The former row, null for a new project; undefined after half a second. */
    formerOf: (id: string): Row | null | undefined => {
      const former = formers.get(id);
      return former !== undefined && former.until > Date.now() ? former.row : undefined;
    },
  };
}

const isNew = ({ before }: Written): boolean => before === null;

/** Changes how an array sent for this key is stored. */
const merging = (key: string, merge: (sent: readonly JsonValue[], before: JsonValue) => JsonValue): Change => ({
  merged: (name, before, sent) => (name === key && isList(sent) ? merge(sent, before) : sent),
});

const byId = (one: JsonObject, other: JsonObject): number => (toText(one['id']) < toText(other['id']) ? -1 : 1);

/** The project with its steps sorted by id and without their positions. */
const withStepsById = (project: Row): Row => ({
  ...project,
  steps: [...objectsAt(project, 'steps')].sort(byId).map((step) => ({ ...step, position: null })),
});

/** Whether two projects differ only in `updated_at` and Unicode composition. */
function areTwins(one: Row, other: Row): boolean {
  const composed = (row: Row): string => JSON.stringify({ ...row, updated_at: '' }).normalize('NFC');
  return composed(one) === composed(other);
}

const objects = (list: JsonValue): readonly JsonObject[] => objectsAt({ list }, 'list');

export const writeMutants = makeMutants('write', {
  'SHAPE-9': {
    'author-in-small-letters: the first name of a new project’s author is in lower case': created((after) =>
      isObject(after['author'])
        ? { ...after, author: { ...after['author'], first_name: toText(after['author']['first_name']).toLowerCase() } }
        : after,
    ),
    'machines-swap-names: a PATCH gives the first machine of a project the name of the second': changed((after) => {
      const [, second] = objectsAt(after, 'machines');
      return withItems(after, 'machines', (machine, index) =>
        index === 0 && second !== undefined ? { ...machine, name: second['name'] ?? null } : machine,
      );
    }),
  },
  'WRITE-1': {
    'creates-with-200: a POST is answered with 200': on(201, withStatus(200)),
    'no-location: a 201 has no Location': on(201, withoutHeaders('Location')),
    'location-of-list: the Location of a 201 is the URL of the list': on(
      201,
      withHeaders(({ Location = '' }) => ({ Location: Location.replace(/\/[^/]+$/, '') })),
    ),
    'no-etag: answers to writes have no ETag': on(isWrite, withoutHeaders('ETag')),
    'changes-with-204: a PATCH is answered with 204 and no body': on(
      (answer, context) => isWrite(answer, context) && context.request.method === 'PATCH',
      (answer) => ({ ...answer, status: 204, body: null }),
    ),
    'answers-former-state: a PATCH returns the former project': { answeredRow: ({ before, after }) => before ?? after },
    'answers-more-than-get: the answer to a POST shows the name in upper case': {
      answeredRow: ({ before, after }) =>
        before === null ? { ...after, name: toText(after['name']).toUpperCase() } : after,
    },
  },
  'WRITE-3': {
    'step-keeps-its-description: a step sent with its id but no description keeps the old description': {
      stored: ({ before, after }) =>
        withItems(after, 'steps', (step) => {
          const former = objectsAt(before ?? {}, 'steps').find(({ id }) => id === step['id']);
          return { ...step, description: step['description'] ?? former?.['description'] ?? null };
        }),
    },
    'names-composed: names are stored in composed form (NFC)': {
      stored: ({ after }) => ({ ...after, name: toText(after['name']).normalize('NFC') }),
    },
    'tags-decomposed: tags are stored in decomposed form (NFD)': merging('tags', (sent) =>
      sent.map((tag) => toText(tag).normalize('NFD')),
    ),
    'refused-half-stored: the valid fields of a refused PATCH are stored': {
      leftBehind: (before, { summary = null }) =>
        before === null || before.id === '' || summary === null ? null : { ...before, summary },
    },
    'refused-stored-anyway: a POST whose tags are refused creates a project anyway': ({ projects }) => ({
      leftBehind: (before, { name = null }) => {
        const [pattern] = projects;
        const id = `0190a6f0-1c2d-7a3b-8c4d-${String(Date.now()).slice(-12)}`;
        return before === null && name !== null && pattern !== undefined ? { ...pattern, id, name, slug: id } : null;
      },
    }),
  },
  'SHAPE-3': {
    'id-of-version-4: new projects have ids of version 4': created((after) => ({ ...after, id: randomUUID() })),
  },
  'WRITE-8': {
    'deleted-changed: a soft-deleted project can be changed': { isUsable },
    'deleted-revived: changing a soft-deleted project restores it': {
      isUsable,
      stored: ({ after }) => (isDeleted(after) ? { ...after, soft_deleted_at: null } : after),
    },
  },
  'HTTP-2': {
    'etag-differs: the answer to a write has another ETag than a get of the project': {
      finishedWrite: withHeaders(({ ETag = '' }) => ({ ETag: `"w-${ETag.slice(1)}` })),
    },
    'answers-may-be-kept: writes are cached': { finishedWrite: withHeaders({ 'Cache-Control': 'private, no-cache' }) },
  },
  'HTTP-4': {
    'accept-ignored-by-post: a POST is answered with JSON even if Accept excludes it': acceptIgnored('POST'),
    'accept-ignored-by-patch: a PATCH is answered with JSON even if Accept excludes it': acceptIgnored('PATCH'),
  },
  'WRITE-4': {
    'order-of-steps-moves-nothing: a PATCH that only reorders the steps does not change updated_at': {
      hasChanged: (before, after) => sound.hasChanged(withStepsById(before), withStepsById(after)),
    },
    'recomposed-moves-nothing: a text that changes only from composed to decomposed is not a change': {
      stored: ({ before, after }) => (before !== null && areTwins(before, after) ? before : after),
    },
    'no-change-moves-time: a PATCH that changes nothing changes updated_at': { hasChanged: () => true },
    'same-summary-moves-time: sending the same summary changes updated_at': sameMovesTime('summary'),
    'same-tags-moves-time: sending the same tags changes updated_at': sameMovesTime('tags'),
    'same-external_url-moves-time: sending the same external_url changes updated_at': sameMovesTime('external_url'),
    'changed-in-an-hour: a PATCH sets updated_at an hour into the future': {
      updatedAt: (row, now) => sound.updatedAt(row, now + hour),
    },
    'change-keeps-time: a PATCH does not change updated_at': { updatedAt: ({ updated_at }) => updated_at },
    'time-in-seconds: two changes within a second have the same updated_at': {
      updatedAt: ({ updated_at, created_at }, now) => {
        const second = `${new Date(now).toISOString().slice(0, 19)}.999Z`;
        return second < created_at ? updated_at : second;
      },
    },
  },
  'SHAPE-7': {
    'step-change-keeps-time: a change to steps alone does not change updated_at': {
      hasChanged: (before, after) => sound.hasChanged({ ...before, steps: [] }, { ...after, steps: [] }),
    },
    'change-moves-creation: a PATCH also changes created_at': changed((after) => ({
      ...after,
      created_at: after.updated_at,
    })),
  },
  'WRITE-9': {
    'shown-late: a new project appears in lists half a second late': () => {
      const { stored, formerOf } = late(isNew);
      return { stored, rowsOf: (known) => known.filter(({ id }) => formerOf(id) === undefined) };
    },
    'change-listed-late: lists show the old state of a changed project for half a second': () => {
      const { stored, formerOf } = late((written) => !isNew(written));
      return { stored, shownInList: (row) => formerOf(row.id) ?? row };
    },
    'lost-from-single: a new project is listed at once, but its get finds it only half a second later': () => {
      const { stored, formerOf } = late(isNew);
      return {
        stored,
        allows: (token, scope, context) => {
          if (formerOf(context.route?.id ?? '') !== undefined && context.request.method === 'GET')
            throw new ProblemError('not_found', 'No resource has this id.');
          return sound.allows(token, scope, context);
        },
      };
    },
  },
  'WRITE-2': {
    'replaces-everything: a PATCH that changes the name clears tags and summary': changed((after, before) =>
      before['name'] === after['name'] ? after : { ...after, tags: [], summary: null },
    ),
    'null-ignored: null keeps the old value': { merged: (_, before, sent) => sent ?? before },
    'space-not-cleared: null does not clear the space, but clears every other field': {
      merged: (key, before, sent) => (key === 'space' ? (sent ?? before) : sent),
    },
    'tags-appended: new tags are added to the existing ones': merging('tags', (sent, before) => [
      ...new Set([...(isList(before) ? before : []), ...sent]),
    ]),
    'references-appended: new machines are added to the existing ones': merging('machines', (sent, before) => {
      const ids = objects(sent).map(({ id }) => id);
      return [...objects(before).filter(({ id }) => !ids.includes(id)), ...sent];
    }),
    'empty-array-ignored: an empty array keeps the old values': {
      merged: (_, before, sent) => (isList(sent) && sent.length === 0 ? before : sent),
    },
  },
  'SHAPE-10': {
    'tags-sorted: tags are stored in alphabetical order': merging('tags', (sent) => sent.map(toText).sort()),
    'same-set-moves-time: the same references in another order count as a change': () => {
      let reordered = false;
      return {
        merged: (key, before, sent) => {
          reordered ||= key === 'machines' && isList(sent) && sent.length > 1 && same(before, sent);
          return sent;
        },
        hasChanged: (before, after) => {
          const changes = reordered || sound.hasChanged(before, after);
          reordered = false;
          return changes;
        },
      };
    },
  },
  'section 8': {
    'steps-from-zero: step positions start at 0': {
      stored: ({ after }) => withItems(after, 'steps', (step, index) => ({ ...step, position: index })),
    },
  },
  'section 9': {
    'step-ids-made-anew: a step sent with its id gets a new id': merging('steps', (sent, before) => {
      const isKnown = ({ id }: JsonObject): boolean => objects(before).some((step) => step['id'] === id);
      return objects(sent).map((step) => (isKnown(step) ? { ...step, id: newId(Date.now()) } : step));
    }),
    'step-order-kept: kept steps keep their positions, regardless of the order sent': merging(
      'steps',
      (sent, before) => {
        const ids = objects(before).map(({ id }) => id);
        return [...objects(sent)].sort((one, other) => ids.indexOf(one['id']) - ids.indexOf(other['id']));
      },
    ),
    'permuted-steps-stay: if all steps are kept, their order stays, regardless of the order sent': merging(
      'steps',
      (sent, before) => {
        const [kept, now] = [objects(before), objects(sent)];
        const isPermutation = same(
          [...kept].sort(byId).map(({ id }) => id),
          [...now].sort(byId).map(({ id }) => id),
        );
        return isPermutation ? kept : sent;
      },
    ),
    'step-known-by-title: a step without an id is matched by its title': merging('steps', (sent, before) =>
      objects(sent).map((step) => {
        const known = objects(before).find(({ title }) => title === step['title']);
        const isTaken = objects(sent).some(({ id }) => id === known?.['id']);
        return known === undefined || isTaken ? step : { ...step, id: known['id'] ?? null };
      }),
    ),
    'thematics-cut: thematics after the second are dropped': merging('thematics', (sent) => sent.slice(0, 2)),
    'author-is-first-member: the author of a new project is the first member': ({ members: [member] }) =>
      created((after) => (member ? { ...after, author: summarize(member, 'first_name', 'last_name') } : after)),
  },
});
