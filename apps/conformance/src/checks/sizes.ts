import { TransportError } from '../target/transport-error.js';
import { onServer } from './check.js';
import { expectPage, expectProblem } from './expect.js';
import { nobody } from './operations.js';
import { violated } from './violation.js';

const tooLong: readonly number[] = [414, 431];
const mebibyte = 1024 * 1024;

export const sizeChecks = [
  onServer({
    id: 'sixteen-kibibytes-are-taken',
    rules: ['RATE-3', 'FILT-2'],
    title: 'a request line of 14 KiB is taken, and one of 20 KiB is 414 or 431',
    run: async (trial) => {
      const filter = 'filters[id][in]=';
      const long = (length: number): string =>
        `/api/v1/spaces?${filter}${Array.from({ length: Math.floor(length / 37) }, () => nobody).join(',')}`;
      expectPage(await trial.get(long(14 * 1024)), 'a request line of 14 KiB');
      const refused = await trial.get(long(20 * 1024), { odd: true });
      if (!tooLong.includes(refused.status))
        violated('414 or 431 for a request line of 20 KiB', String(refused.status), refused);
    },
  }),
  onServer({
    id: 'too-many-headers-are-refused',
    rules: ['RATE-3'],
    title: 'headers of 14 KiB are taken, and of 20 KiB are 431 or 414',
    run: async (trial) => {
      expectPage(
        await trial.get('/api/v1/spaces', { headers: { 'X-Filler': 'a'.repeat(14 * 1024) } }),
        'headers of 14 KiB',
      );
      const refused = await trial.get('/api/v1/spaces', { headers: { 'X-Filler': 'a'.repeat(20 * 1024) }, odd: true });
      if (!tooLong.includes(refused.status))
        violated('431 or 414 for headers of 20 KiB', String(refused.status), refused);
    },
  }),
  onServer({
    id: 'a-body-may-take-one-mebibyte',
    rules: ['RATE-3', 'ERR-3', 'ERR-4'],
    needs: ['writes'],
    title: 'a body of 1 MiB is judged, one more byte is 413, whatever else is wrong with it',
    run: async (trial) => {
      const send = (length: number, type = 'application/json', headers: Readonly<Record<string, string>> = {}) =>
        trial.send({
          path: '/api/v1/projects',
          method: 'POST',
          headers: { 'Content-Type': type, ...headers },
          body: `{"nothing":"${'a'.repeat(length - 14)}"}`,
        });
      try {
        expectProblem(await send(mebibyte), 'invalid_request', 'a body of 1 MiB with an unknown field');
        expectProblem(await send(mebibyte + 1), 'payload_too_large', 'a body of 1 MiB and a byte');
        const chunked = await send(mebibyte + 1, undefined, { 'Transfer-Encoding': 'chunked' });
        expectProblem(chunked, 'payload_too_large', 'a body of 1 MiB and a byte, whose length is not said before');
        expectProblem(await send(mebibyte + 1, 'text/plain'), 'unsupported_media_type', 'a media type before a size');
      } catch (error) {
        // A server may close the connection before it has read what it will not take.
        if (error instanceof TransportError && error.fault === 'cut')
          trial.need(false, 'the connection was closed first');
        throw error;
      }
    },
  }),
];
