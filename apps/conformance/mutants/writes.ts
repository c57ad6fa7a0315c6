import { randomUUID } from 'node:crypto';
import {
  type Behaviour,
  isDeleted,
  isList,
  type JsonObject,
  type JsonValue,
  newId,
  objectsAt,
  ProblemError,
  type Row,
  same,
  soundBehaviour as sound,
  summaryOf,
  textOf,
  type Written,
} from '@resource-catalogue/reference-server';
import { isWrite, on, withHeaders, withoutHeaders, withStatus } from './answers.js';
import { mutantOf } from './mutant.js';
import { withItems } from './rows.js';

const mutant = mutantOf('write');

/** Projects can be changed, soft-deleted or not. */
const isUsable: Behaviour['isUsable'] = (row) => 'collaborators' in row || sound.isUsable(row);

/** One method is answered with JSON to everybody. */
const acceptIgnored = <Name extends string>(name: Name, writing: 'POST' | 'PATCH') =>
  mutant(`accept-ignored-by-${name}`, 'HTTP-4', `a ${writing} is answered with JSON to those who rule it out`, () => {
    let asked = '';
    return {
      scopeFor: (route, method) => {
        asked = method;
        return sound.scopeFor(route, method);
      },
      acceptsJson: (accept) => asked === writing || sound.acceptsJson(accept),
    };
  });

/** A PATCH of nothing but one field is a change, whatever it says. */
const sameMovesTime = <Field extends string>(field: Field) =>
  mutant(`same-${field}-moves-time`, 'WRITE-4', `a PATCH of nothing but the same ${field} moves updated_at`, () => {
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
  });

/** Notes the projects that are written, and for half a second says what was there before. */
function late(concerns: (written: Written) => boolean) {
  const formers = new Map<string, { readonly row: Row | null; readonly until: number }>();
  return {
    stored: (written: Written): Row => {
      const { before, after } = written;
      if (concerns(written)) formers.set(after.id, { row: before, until: Date.now() + 500 });
      return after;
    },
    /** The former row, null for none; undefined once half a second is over. */
    formerOf: (id: string): Row | null | undefined => {
      const former = formers.get(id);
      return former !== undefined && former.until > Date.now() ? former.row : undefined;
    },
  };
}

const isNew = ({ before }: Written): boolean => before === null;

/** An array that is sent for a key is stored otherwise. */
const merging = (
  key: string,
  merge: (sent: readonly JsonValue[], before: JsonValue) => JsonValue,
): Pick<Behaviour, 'merged'> => ({
  merged: (name, before, sent) => (name === key && isList(sent) ? merge(sent, before) : sent),
});

const objects = (list: JsonValue): readonly JsonObject[] => objectsAt({ list }, 'list');

export const writeMutants = [
  // Mutants of what a write does: its answer, what it stores, and what it leaves behind.

  mutant('creates-with-200', 'WRITE-1', 'a POST is answered with 200', () => on(201, withStatus(200))),
  mutant(
    'step-keeps-its-description',
    'WRITE-3',
    'a step that is sent by its id without a description keeps the one it had',
    {
      stored: ({ before, after }) =>
        withItems(after, 'steps', (step) => {
          const former = objectsAt(before ?? {}, 'steps').find(({ id }) => id === step['id']);
          return { ...step, description: step['description'] ?? former?.['description'] ?? null };
        }),
    },
  ),
  mutant('no-location', 'WRITE-1', 'a 201 has no Location', () => on(201, withoutHeaders('Location'))),
  mutant('location-of-list', 'WRITE-1', 'the Location of a 201 is that of the list', {
    ...on(
      201,
      withHeaders(({ Location = '' }) => ({ Location: Location.replace(/\/[^/]+$/, '') })),
    ),
  }),
  mutant('no-etag', 'WRITE-1', 'answers to writes have no ETag', () => on(isWrite, withoutHeaders('ETag'))),
  mutant('changes-with-204', 'WRITE-1', 'a PATCH is answered with 204 and nothing else', () =>
    on(
      (answer, context) => isWrite(answer, context) && context.request.method === 'PATCH',
      (answer) => ({ ...answer, status: 204, body: null }),
    ),
  ),
  mutant('answers-former-state', 'WRITE-1', 'a PATCH is answered with the project as it was', {
    answeredRow: ({ before, after }) => before ?? after,
  }),
  mutant('answers-more-than-get', 'WRITE-1', 'the answer to a POST shows the name as it was sent, in capitals', {
    answeredRow: ({ before, after }) =>
      before === null ? { ...after, name: textOf(after['name']).toUpperCase() } : after,
  }),
  mutant('id-of-version-4', 'SHAPE-3', 'new projects have ids of version 4', {
    stored: ({ before, after }) => (before === null ? { ...after, id: randomUUID() } : after),
  }),
  mutant('refused-half-stored', 'WRITE-3', 'of a PATCH that is refused the good fields are stored', {
    leftBehind: (before, { summary = null }) =>
      before === null || before.id === '' || summary === null ? null : { ...before, summary },
  }),
  mutant('refused-stored-anyway', 'WRITE-3', 'a POST whose tags are refused leaves a project', ({ projects }) => ({
    leftBehind: (before, { name = null }) => {
      const [pattern] = projects;
      const id = `0190a6f0-1c2d-7a3b-8c4d-${String(Date.now()).slice(-12)}`;
      return before === null && name !== null && pattern !== undefined ? { ...pattern, id, name, slug: id } : null;
    },
  })),
  mutant('deleted-changed', 'WRITE-8', 'a project that is soft-deleted can be changed', { isUsable }),
  mutant('deleted-revived', 'WRITE-8', 'a change of a project that is soft-deleted revives it', {
    isUsable,
    stored: ({ after }) => (isDeleted(after) ? { ...after, soft_deleted_at: null } : after),
  }),
  mutant('etag-differs', 'HTTP-2', 'the answer to a write has another ETag than a get of the same project', {
    finishedWrite: withHeaders(({ ETag = '' }) => ({ ETag: `"w-${ETag.slice(1)}` })),
  }),
  mutant('answers-may-be-kept', 'HTTP-2', 'answers to writes may be kept as those to reads', {
    finishedWrite: withHeaders({ 'Cache-Control': 'private, no-cache' }),
  }),
  acceptIgnored('post', 'POST'),
  acceptIgnored('patch', 'PATCH'),

  // Mutants of when a write counts: its times, and how soon it is seen (WRITE-4, WRITE-9).

  mutant('no-change-moves-time', 'WRITE-4', 'a PATCH that changes nothing moves updated_at', {
    hasChanged: () => true,
  }),
  sameMovesTime('summary'),
  sameMovesTime('tags'),
  sameMovesTime('external_url'),
  mutant('change-keeps-time', 'WRITE-4', 'a PATCH does not move updated_at', {
    updatedAt: ({ updated_at }) => updated_at,
  }),
  mutant('step-change-keeps-time', 'SHAPE-7', 'a change of nothing but steps does not move updated_at', {
    hasChanged: (before, after) => sound.hasChanged({ ...before, steps: [] }, { ...after, steps: [] }),
  }),
  mutant('time-in-seconds', 'WRITE-4', 'two changes in a second have the same updated_at', {
    updatedAt: ({ updated_at, created_at }, now) => {
      const second = `${new Date(now).toISOString().slice(0, 19)}.999Z`;
      return second < created_at ? updated_at : second;
    },
  }),
  mutant('change-moves-creation', 'SHAPE-7', 'a PATCH moves created_at, too', {
    stored: ({ before, after }) => (before === null ? after : { ...after, created_at: after.updated_at }),
  }),
  mutant('shown-late', 'WRITE-9', 'a new project is in the lists half a second later', () => {
    const { stored, formerOf } = late(isNew);
    return { stored, rowsOf: (known) => known.filter(({ id }) => formerOf(id) === undefined) };
  }),
  mutant('change-listed-late', 'WRITE-9', 'lists show a changed project as it was for half a second', () => {
    const { stored, formerOf } = late((written) => !isNew(written));
    return { stored, shownInList: (row) => formerOf(row.id) ?? row };
  }),
  mutant('lost-from-single', 'WRITE-9', 'a new project is listed, and found alone half a second later', () => {
    const { stored, formerOf } = late(isNew);
    return {
      stored,
      allows: (token, scope, context) => {
        if (formerOf(context.route?.id ?? '') !== undefined && context.request.method === 'GET')
          throw new ProblemError('not_found', 'Nothing has this id.');
        return sound.allows(token, scope, context);
      },
    };
  }),

  // Mutants of what a write makes of the values that were sent.

  mutant('replaces-everything', 'WRITE-2', 'a PATCH that changes the name clears tags and summary', {
    stored: ({ before, after }) =>
      before !== null && before['name'] !== after['name'] ? { ...after, tags: [], summary: null } : after,
  }),
  mutant('null-ignored', 'WRITE-2', 'null keeps what is there', { merged: (_, before, sent) => sent ?? before }),
  mutant('space-not-cleared', 'WRITE-2', 'null keeps the space, and clears everything else', {
    merged: (key, before, sent) => (key === 'space' ? (sent ?? before) : sent),
  }),
  mutant('tags-appended', 'WRITE-2', 'new tags are added to those that are there', () =>
    merging('tags', (sent, before) => [...new Set([...(isList(before) ? before : []), ...sent])]),
  ),
  mutant('references-appended', 'WRITE-2', 'new machines are added to those that are there', () =>
    merging('machines', (sent, before) => {
      const ids = objects(sent).map(({ id }) => id);
      return [...objects(before).filter(({ id }) => !ids.includes(id)), ...sent];
    }),
  ),
  mutant('empty-array-ignored', 'WRITE-2', 'an empty array keeps what is there', {
    merged: (_, before, sent) => (isList(sent) && sent.length === 0 ? before : sent),
  }),
  mutant('tags-sorted', 'SHAPE-10', 'tags are kept in the order of the alphabet', () =>
    merging('tags', (sent) => sent.map(textOf).sort()),
  ),
  mutant('same-set-moves-time', 'SHAPE-10', 'the same references in another order are a change', () => {
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
  }),
  mutant('steps-from-zero', 'section 8', 'positions of steps are counted from 0', {
    stored: ({ after }) => withItems(after, 'steps', (step, index) => ({ ...step, position: index })),
  }),
  mutant('step-ids-made-anew', 'section 9', 'a step that is sent with its id gets a new one', () =>
    merging('steps', (sent, before) => {
      const isKnown = ({ id }: JsonObject): boolean => objects(before).some((step) => step['id'] === id);
      return objects(sent).map((step) => (isKnown(step) ? { ...step, id: newId(Date.now()) } : step));
    }),
  ),
  mutant('step-order-kept', 'section 9', 'steps that are kept keep their places, whatever order they are sent in', () =>
    merging('steps', (sent, before) => {
      const ids = objects(before).map(({ id }) => id);
      const placeOf = ({ id }: JsonObject): number => ids.indexOf(id ?? null);
      return [...objects(sent)].sort((one, other) => placeOf(one) - placeOf(other));
    }),
  ),
  mutant('thematics-cut', 'section 9', 'thematics beyond the second are dropped', () =>
    merging('thematics', (sent) => sent.slice(0, 2)),
  ),
  mutant(
    'author-is-first-member',
    'section 9',
    'the author of a new project is the member that comes first, not the one that was sent',
    ({ members: [member] }) => ({
      stored: ({ before, after }) =>
        before === null && member !== undefined
          ? { ...after, author: summaryOf(member, 'first_name', 'last_name') }
          : after,
    }),
  ),
];
