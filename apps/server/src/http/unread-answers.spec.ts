import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import express, { type Response } from 'express';
import { Connections } from './connections.js';
import { writeInParts } from '../response/write-in-parts.js';
import { Wire } from '../../test/support/wire.js';
import { UnreadAnswers } from './unread-answers.js';

/** Far more than a stream keeps before it says that it is full. */
const body = Buffer.alloc(4 * 1024 * 1024);
/** Room for two such answers, and not for three. */
const most = 10 * 1024 * 1024;

interface Ends {
  readonly client: Wire;
  /** The service's end. */
  readonly wire: Wire;
}

interface Visit extends Ends {
  readonly answer: Response;
}

describe('UnreadAnswers (RATE-4)', () => {
  let server: Server;
  let now: number;
  let unread: UnreadAnswers;
  let visits: Ends[];
  const answers: Response[] = [];

  beforeEach(() => {
    now = 0;
    visits = [];
    answers.length = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const connections = new Connections({ maxConnections: Infinity });
    const app = express().use(connections.handler);
    app.get('/', (_, response) => {
      answers.push(response);
      writeInParts(response.setHeader('Content-Length', body.length), body);
    });
    server = createServer(app);
    connections.watch(server);
    unread = new UnreadAnswers(connections, most);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    for (const { client } of visits) client.destroy();
  });

  /** A client that asks at a time and reads nothing. */
  async function visit(time: number): Promise<Visit> {
    now = time;
    const [wire, client] = Wire.pair();
    server.emit('connection', wire);
    const stalled = once(wire, 'stalled');
    client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    await stalled;
    const answer = answers.at(-1);
    if (!answer) throw new Error('Nothing was answered.');
    const made = { client, wire, answer };
    visits.push(made);
    return made;
  }

  /** The client reads until the service writes on, and no further than that. */
  async function read({ client, wire }: Visit): Promise<void> {
    const stalled = once(wire, 'stalled');
    client.read();
    await stalled;
  }

  const closed = (): number[] => visits.flatMap(({ wire }, index) => (wire.destroyed ? [index] : []));

  it('closes nothing while there is room', async () => {
    await visit(0);
    now = 59_999;
    unread.check();
    expect(closed()).toEqual([]);
  });

  it('closes, beyond the bound, those first whose clients have taken nothing for longest', async () => {
    const first = await visit(0);
    unread.check();
    await visit(10);
    unread.check();
    await read(first);
    now = 20;
    unread.check();
    expect(closed()).toEqual([]);
    await visit(30);
    unread.check();
    expect(closed()).toEqual([1]);
    await visit(40);
    unread.check();
    expect(closed()).toEqual([0, 1]);
  });

  it('closes one whose client has taken nothing for 60 s, and none that goes on reading', async () => {
    const steady = await visit(0);
    unread.check();
    now = 50_000;
    await read(steady);
    unread.check();
    now = 60_000;
    unread.check();
    expect(closed()).toEqual([]);
    now = 110_000;
    unread.check();
    expect(closed()).toEqual([0]);
  });

  it('closes one whose client goes on sending for 60 s what was refused, and none that was refused just now', async () => {
    for (const time of [0, 1]) {
      now = time;
      const [wire, client] = Wire.pair();
      server.emit('connection', wire);
      const refused = once(client, 'data');
      client.write('nonsense');
      await refused;
      visits.push({ client, wire });
    }
    now = 60_000;
    unread.check();
    expect(closed()).toEqual([0]);
  });

  it('counts what has been read no longer, nor what its client has left', async () => {
    const { client, wire, answer } = await visit(0);
    const finished = once(answer, 'close');
    client.resume();
    await finished;
    const left = await visit(10);
    const gone = once(left.answer, 'close');
    left.client.destroy();
    await gone;
    await visit(20);
    now = 30;
    unread.check();
    expect(visits.at(-1)?.wire.destroyed).toBe(false);
    now = 70_000;
    unread.check();
    expect(wire.destroyed).toBe(false);
  });
});
