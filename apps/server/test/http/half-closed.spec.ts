import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connectTo, nextData } from '@resource-catalogue/testing/sockets';
import { arrayOf, objectOf } from '@resource-catalogue/testing/json';
import { startTestService, type TestService } from '../support/service.js';
import { requestText } from './support/raw-client.js';

describe('HTTP-9: a client that closes its side', () => {
  let service: TestService;
  let authorization: string;
  beforeAll(async () => {
    service = await startTestService('embedded');
    authorization = `Authorization: Bearer ${service.token}`;
  });
  afterAll(() => service.close());

  /** Sends bytes and the end, and reads until the service ends, too. No operation is answered before the end has come. */
  async function told(bytes: string): Promise<string> {
    // The embedded database has one connection.
    const sending = async () => {
      const socket = connectTo(service.port, { allowHalfOpen: true });
      const received = text(socket);
      socket.end(bytes);
      await once(socket, 'finish');
      // What earlier connections sent has been read once a later one has its answer.
      await service.request('/health/live');
      return { received };
    };
    const { received } = await service.database.session((session) => session.transaction(sending));
    return received;
  }

  it('after a whole POST is answered, and what it sent is stored', async () => {
    const { data } = objectOf((await service.request('/api/v1/members?filters[soft_deleted][eq]=false')).json());
    const body = JSON.stringify({ name: 'Said and gone', author_id: objectOf(arrayOf(data)[0])['id'] });
    const headers = [authorization, 'Content-Type: application/json', `Content-Length: ${body.length}`];
    const answer = await told(requestText('POST /api/v1/projects HTTP/1.1', headers, body));
    expect(answer).toMatch(/^HTTP\/1\.1 201 [^]*\r\nConnection: close\r\n[^]*"slug":"said-and-gone"[^]*\}$/);
    expect((await service.request('/api/v1/projects?sort=-created_at&limit=1')).text).toContain('said-and-gone');
  });

  it('after several requests gets all answers, in their order', async () => {
    const paths = ['/api/v1/spaces?limit=1', '/health/live', '/nothing', '/api/v1/machines?limit=1'];
    const bytes = paths.map((path) => requestText(`GET ${path} HTTP/1.1`, [authorization])).join('');
    const answers = await told(bytes);
    expect(answers.match(/(?<=HTTP\/1\.1 )\d+/g)).toEqual(['200', '200', '404', '200']);
    expect(answers.match(/(?<=\r\nConnection: )\S+/g)).toEqual(['keep-alive', 'keep-alive', 'keep-alive', 'close']);
  });

  it.each([
    ['nothing', '', ''],
    ['half a head', 'GET /api/v1/spaces HTTP/1.1\r\nHost: a\r\n', 'HTTP/1.1 400 '],
    ['half a body', requestText('POST /api/v1/projects HTTP/1.1', ['Content-Length: 10'], '{}'), 'HTTP/1.1 4'],
  ])('after %s is not waited for', async (_, bytes, begin) => {
    expect((await told(bytes)).slice(0, begin.length)).toBe(begin);
  });

  it('after its answers leaves no connection behind', async () => {
    const socket = connectTo(service.port, { allowHalfOpen: true });
    socket.write(requestText('GET /health/live HTTP/1.1'));
    await nextData(socket);
    socket.end();
    expect(await text(socket)).toBe('');
  });
});
