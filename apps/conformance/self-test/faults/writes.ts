import { randomUUID } from 'node:crypto';
import { dataOf, list, rows, same } from '../probe/ask.js';
import { change, changed, countNamed, create, created, read } from '../probe/projects.js';
import { objectsAt, textOf } from '../server/json.js';
import { isDeleted } from '../server/list/filtering.js';
import { answering, ofWrite, withHeaders, withoutHeaders } from './alterations.js';
import type { Fault } from './fault.js';

// Faults of what a write does: its answer, what it stores, and what it leaves behind.

const isCreation = ({ status }: { status: number }): boolean => status === 201;

export const writeFaults = [
  {
    id: 'write-creates-with-200',
    family: 'write',
    rule: 'WRITE-1',
    summary: 'a POST is answered with 200',
    behaviour: () => answering(isCreation, (answer) => ({ ...answer, status: 200 })),
    probe: async (server) => (await create(server)).status === 200,
  },
  {
    id: 'write-step-keeps-its-description',
    family: 'write',
    rule: 'WRITE-3',
    summary: 'a step that is sent by its id without a description keeps the one it had',
    behaviour: () => ({
      stored: ({ before, after }) => ({
        ...after,
        steps: objectsAt(after, 'steps').map((step) => {
          const former = objectsAt(before ?? {}, 'steps').find(({ id }) => id === step['id']);
          return step['description'] === null ? { ...step, description: former?.['description'] ?? null } : step;
        }),
      }),
    }),
    probe: async (server) => {
      const project = await created(server, { steps: [{ title: 'a', description: 'one' }] });
      const id = textOf(objectsAt(project, 'steps')[0]?.['id']);
      const after = await changed(server, project, { steps: [{ id, title: 'a' }] });
      return objectsAt(after, 'steps')[0]?.['description'] === 'one';
    },
  },
  {
    id: 'write-no-location',
    family: 'write',
    rule: 'WRITE-1',
    summary: 'a 201 has no Location',
    behaviour: () => answering(isCreation, (answer) => withoutHeaders(answer, 'Location')),
    probe: async (server) => (await create(server)).headers['location'] === undefined,
  },
  {
    id: 'write-location-of-list',
    family: 'write',
    rule: 'WRITE-1',
    summary: 'the Location of a 201 is that of the list',
    behaviour: () =>
      answering(isCreation, (answer) =>
        withHeaders(answer, { Location: (answer.headers['Location'] ?? '').replace(/\/[^/]+$/, '') }),
      ),
    probe: async (server) => (await create(server)).headers['location']?.endsWith('/projects') === true,
  },
  {
    id: 'write-no-etag',
    family: 'write',
    rule: 'WRITE-1',
    summary: 'answers to writes have no ETag',
    behaviour: () => answering(ofWrite, (answer) => withoutHeaders(answer, 'ETag')),
    probe: async (server) => (await create(server)).headers['etag'] === undefined,
  },
  {
    id: 'write-changes-with-204',
    family: 'write',
    rule: 'WRITE-1',
    summary: 'a PATCH is answered with 204 and nothing else',
    behaviour: () =>
      answering(
        (answer, visit) => ofWrite(answer, visit) && visit.request.method === 'PATCH',
        (answer) => ({ ...answer, status: 204, body: null }),
      ),
    probe: async (server) => (await change(server, await created(server), { summary: 'x' })).status === 204,
  },
  {
    id: 'write-answers-former-state',
    family: 'write',
    rule: 'WRITE-1',
    summary: 'a PATCH is answered with the project as it was',
    behaviour: () => ({ answeredRow: ({ before, after }) => before ?? after }),
    probe: async (server) => (await changed(server, await created(server), { summary: 'x' }))['summary'] === null,
  },
  {
    id: 'write-answers-more-than-get',
    family: 'write',
    rule: 'WRITE-1',
    summary: 'the answer to a POST shows the name as it was sent, in capitals',
    behaviour: () => ({
      answeredRow: ({ before, after }) =>
        before === null ? { ...after, name: textOf(after['name']).toUpperCase() } : after,
    }),
    probe: async (server) => {
      const project = await created(server);
      return !same(project, await read(server, project));
    },
  },
  {
    id: 'write-id-of-version-4',
    family: 'write',
    rule: 'SHAPE-3',
    summary: 'new projects have ids of version 4',
    behaviour: () => ({
      stored: ({ before, after }) => (before === null ? { ...after, id: randomUUID() } : after),
    }),
    probe: async (server) => textOf((await created(server))['id']).charAt(14) === '4',
  },
  {
    id: 'write-refused-half-stored',
    family: 'write',
    rule: 'WRITE-3',
    summary: 'of a PATCH that is refused the good fields are stored',
    behaviour: () => ({
      leftBehind: (before, { summary = null }) =>
        before === null || before.id === '' || summary === null ? null : { ...before, summary },
    }),
    probe: async (server) => {
      const project = await created(server);
      await change(server, project, { summary: 'half', name: null });
      return (await read(server, project))['summary'] === 'half';
    },
  },
  {
    id: 'write-refused-stored-anyway',
    family: 'write',
    rule: 'WRITE-3',
    summary: 'a POST whose tags are refused leaves a project',
    behaviour: (_, world) => ({
      leftBehind: (before, { name = null }) => {
        const [pattern] = world.projects;
        const id = `0190a6f0-1c2d-7a3b-8c4d-${String(Date.now()).slice(-12)}`;
        return before === null && name !== null && pattern !== undefined ? { ...pattern, id, name, slug: id } : null;
      },
    }),
    probe: async (server) => {
      const name = randomUUID();
      await create(server, { name, tags: 'none' });
      return (await countNamed(server, name)) === 1;
    },
  },
  {
    id: 'write-deleted-changed',
    family: 'write',
    rule: 'WRITE-8',
    summary: 'a project that is soft-deleted can be changed',
    behaviour: (sound) => ({ isUsable: (row) => 'collaborators' in row || sound.isUsable(row) }),
    probe: async (server) => {
      const [project] = await rows(server, 'projects', 'limit=1&filters[soft_deleted][eq]=true');
      return (await change(server, project ?? {}, { summary: randomUUID() })).status === 200;
    },
  },
  {
    id: 'write-deleted-revived',
    family: 'write',
    rule: 'WRITE-8',
    summary: 'a change of a project that is soft-deleted revives it',
    behaviour: (sound) => ({
      isUsable: (row) => 'collaborators' in row || sound.isUsable(row),
      stored: ({ after }) => (isDeleted(after) ? { ...after, soft_deleted_at: null } : after),
    }),
    probe: async (server) => {
      const [project] = await rows(server, 'projects', 'limit=1&filters[soft_deleted][eq]=true');
      return dataOf(await change(server, project ?? {}, {}))['soft_deleted_at'] === null;
    },
  },
  {
    id: 'http-elsewhere-deletes',
    family: 'http',
    rule: 'HTTP-3',
    summary: 'a DELETE of bookings is answered as a list',
    behaviour: (sound) => ({
      routeOf: (path) => {
        const route = sound.routeOf(path);
        const isBookings = route?.contract.name === 'bookings' && route.kind === 'list';
        return isBookings ? { ...route, methods: [...route.methods, 'DELETE'] } : route;
      },
    }),
    probe: async (server) => (await list(server, 'bookings', '', { method: 'DELETE' })).status === 200,
  },
] as const satisfies readonly Fault[];
