import { ask } from '../probe/ask.js';
import { change, create, created } from '../probe/projects.js';
import type { Fault } from './fault.js';

// Faults of the type and the size of a body (WRITE-2, RATE-3).

export const bodyTypeFaults = [
  {
    id: 'write-any-media-type',
    family: 'write',
    rule: 'WRITE-2',
    summary: 'a body of any type is read as JSON',
    behaviour: () => ({ mediaTypesOf: () => ['application/json', 'text/plain', 'application/x-www-form-urlencoded'] }),
    probe: async (server) =>
      (await create(server, {}, { headers: { 'content-type': 'text/plain' }, body: '{}' })).status === 400,
  },
  {
    id: 'write-merge-patch-refused',
    family: 'write',
    rule: 'WRITE-2',
    summary: 'application/merge-patch+json is refused',
    behaviour: () => ({ mediaTypesOf: () => ['application/json'] }),
    probe: async (server) => {
      const headers = { 'content-type': 'application/merge-patch+json' };
      return (await change(server, await created(server), {}, headers)).status === 415;
    },
  },
  {
    id: 'write-merge-patch-creates',
    family: 'write',
    rule: 'WRITE-2',
    summary: 'a POST may be a merge patch',
    behaviour: () => ({ mediaTypesOf: () => ['application/json', 'application/merge-patch+json'] }),
    probe: async (server) =>
      (await create(server, {}, { headers: { 'content-type': 'application/merge-patch+json' } })).status === 201,
  },
  {
    id: 'write-415-without-types',
    family: 'write',
    rule: 'WRITE-2',
    summary: 'a 415 has neither Accept-Post nor Accept-Patch',
    behaviour: (sound) => ({
      finished: (answer, visit) => {
        const { 'Accept-Post': _, 'Accept-Patch': __, ...headers } = answer.headers;
        return sound.finished({ ...answer, headers }, visit);
      },
    }),
    probe: async (server) => {
      const { headers } = await create(server, {}, { headers: { 'content-type': 'text/plain' } });
      return headers['accept-post'] === undefined;
    },
  },
  {
    id: 'write-large-bodies-taken',
    family: 'write',
    rule: 'RATE-3',
    summary: 'a body may take two MiB',
    behaviour: () => ({ mostBytesOf: () => 2 * 1024 * 1024 }),
    probe: async (server) => {
      const asking = { method: 'POST', body: '{}'.padEnd(1024 * 1024 + 1) };
      return (await ask(server, '/api/v1/projects', asking)).status === 400;
    },
  },
  {
    id: 'errors-large-chunked-bodies-taken',
    family: 'errors',
    rule: 'RATE-3',
    summary: 'the size of a body is taken from Content-Length alone',
    behaviour: (sound) => ({
      mostBytesOf: (request) =>
        request.headers['content-length'] === undefined ? Number.POSITIVE_INFINITY : sound.mostBytesOf(request),
    }),
    probe: async (server) => {
      const headers = { 'transfer-encoding': 'chunked' };
      const asking = { method: 'POST', body: '{}'.padEnd(1024 * 1024 + 1), headers };
      return (await ask(server, '/api/v1/projects', asking)).status === 400;
    },
  },
  {
    id: 'write-large-bodies-refused',
    family: 'write',
    rule: 'RATE-3',
    summary: 'a body may take 100 kB',
    behaviour: () => ({ mostBytesOf: () => 100_000 }),
    probe: async (server) => {
      const asking = { method: 'POST', body: '{}'.padEnd(1_000_000) };
      return (await ask(server, '/api/v1/projects', asking)).status === 413;
    },
  },
] as const satisfies readonly Fault[];
