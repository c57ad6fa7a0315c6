import { TransportError } from '../../target/transport-error.js';
import type { Ask } from '../../target/target.js';
import type { Exchange } from '../../target/exchange.js';
import { expectPage } from '../assertions/page.js';
import { expectProblem } from '../assertions/problem.js';
import { type Checks, onServer } from '../context/check.js';
import { unknownId } from '../context/operations.js';
import { violated } from '../context/violation.js';

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

function expectTooLong(exchange: Exchange, what: string): void {
  const { status } = exchange;
  if (status !== 414 && status !== 431) violated(`414 or 431 for ${what}`, String(status), exchange);
}

export const sizeChecks: Checks = {
  'sixteen-kibibytes-are-taken': onServer(['RATE-3', 'FILT-2'], {
    title: 'a request line of 14 KiB is accepted, and one of 20 KiB is 414 or 431',
    run: async (context) => {
      const long = (length: number): string =>
        `/api/v1/spaces?filters[id][in]=${`${unknownId},`.repeat(length / 37).slice(0, -1)}`;
      expectPage(await context.get(long(14 * kibibyte)), 'a request line of 14 KiB');
      expectTooLong(await context.get(long(20 * kibibyte), { odd: true }), 'a request line of 20 KiB');
    },
  }),
  'too-many-headers-are-refused': onServer(['RATE-3'], {
    title: 'headers of 14 KiB are accepted, and of 20 KiB are 431 or 414',
    run: async (context) => {
      const long = (length: number) => ({ 'X-Filler': 'a'.repeat(length) });
      expectPage(await context.get('/api/v1/spaces', { headers: long(14 * kibibyte) }), 'headers of 14 KiB');
      const refused = await context.get('/api/v1/spaces', { headers: long(20 * kibibyte), odd: true });
      expectTooLong(refused, 'headers of 20 KiB');
    },
  }),
  'a-body-may-take-one-mebibyte': onServer(['RATE-3', 'ERR-3', 'ERR-4'], {
    needs: ['writes'],
    title: 'a body of 1 MiB is read, one byte more is 413, whatever else is wrong with it',
    run: async (context) => {
      const send = (length: number, headers: Ask['headers'] = {}): Promise<Exchange> =>
        context.send({
          path: '/api/v1/projects',
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...headers },
          body: `{"nothing":"${'a'.repeat(length - 14)}"}`,
        });
      try {
        expectProblem(await send(mebibyte), 'invalid_request', 'a body of 1 MiB with an unknown field');
        expectProblem(await send(mebibyte + 1), 'payload_too_large', 'a body of 1 MiB and a byte');
        const chunked = await send(mebibyte + 1, { 'Transfer-Encoding': 'chunked' });
        expectProblem(chunked, 'payload_too_large', 'a body of 1 MiB and a byte, whose length is not said before');
        const plain = await send(mebibyte + 1, { 'Content-Type': 'text/plain' });
        expectProblem(plain, 'unsupported_media_type', 'a media type before a size');
      } catch (error) {
        // A server may close the connection before it has read what it will not take.
        if (error instanceof TransportError && error.kind === 'cut')
          context.need(false, 'the connection was closed first');
        throw error;
      }
    },
  }),
};
