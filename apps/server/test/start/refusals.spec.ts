import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { banner, newFolder, seededFolder, startService, statusOf } from './running-program.js';

/** A start that must not succeed: the one line that it says, and that it says nothing else. */
async function refusal(settings: Readonly<Record<string, string>>): Promise<string> {
  const { code, stdout, stderr } = await startService(settings).ended;
  expect({ code, stdout, lines: stderr.trimEnd().split('\n').length }).toEqual({ code: 1, stdout: '', lines: 1 });
  return stderr.trimEnd();
}

describe('a start is refused, in one line,', () => {
  it('naming all bad settings at once, and no value of them', async () => {
    const line = await refusal({
      PORT: '70000',
      HOST: 'a b',
      DATABASE_URL: 'mysql://root:secret@localhost/x',
      PUBLIC_URL: 'example.org',
      TRUST_PROXY: 'everybody',
      DEMO: 'perhaps',
      RATE_LIMIT: '600',
      AUTH_FAILURE_LIMIT: 'none',
      CORS_ORIGINS: 'example.org',
      LOG_LEVEL: 'loud',
    });
    for (const name of ['PORT', 'HOST', 'DATABASE_URL', 'PUBLIC_URL', 'TRUST_PROXY', 'DEMO', 'RATE_LIMIT']) {
      expect(line).toContain(` ${name} must be `);
    }
    expect(line).toMatch(/ AUTH_FAILURE_LIMIT must be .* CORS_ORIGINS must be .* LOG_LEVEL must be /);
    expect(line).not.toContain('secret');
  });

  it('when the folder cannot be one', async () => {
    const file = join(await newFolder(), 'a-file');
    await writeFile(file, 'mine');
    const advice = 'set DATA_DIR to one that this user may write.';
    expect(await refusal({ DATA_DIR: file })).toBe(`The data directory ${file} cannot be used (EEXIST): ${advice}`);
    expect(await refusal({ DATA_DIR: join(file, 'below') })).toBe(
      `The data directory ${file}/below cannot be used (ENOTDIR): ${advice}`,
    );
  });

  it('when it cannot listen, or another process has the folder, which goes on undisturbed', async () => {
    const DATA_DIR = await seededFolder();
    const holder = startService({ DATA_DIR });
    const { url, token } = await banner(holder);
    const { port } = new URL(url);
    expect(await refusal({ DATA_DIR })).toMatch(
      new RegExp(
        `^The data directory ${DATA_DIR} is in use by process ${holder.child.pid} on \\S+: stop that process, `,
      ),
    );
    const other = await seededFolder();
    expect(await refusal({ DATA_DIR: other, PORT: port })).toBe(
      `Port ${port} of 127.0.0.1 is in use: stop what listens there, or set PORT to another one.`,
    );
    expect(await refusal({ DATA_DIR: other, HOST: '192.0.2.1' })).toBe(
      'This machine has no address 192.0.2.1: set HOST to one of its own, or to 0.0.0.0 for all.',
    );
    expect(await statusOf(`${url}/api/v1/spaces`, token)).toBe(200);
  }, 120_000);
});

// They all wait for the network, and so at once.
describe('a start with a DATABASE_URL that does not work is refused, in one line', () => {
  const reasons = {
    '28P01': 'it refuses the user or the password (28P01)',
    '28000': 'it refuses the user (28000)',
    '3D000': 'the server has no database of this name (3D000)',
    '53300': 'refused by the server (53300)',
    silence: 'timeout expired',
  };
  const lines = new Map<string, string>();
  const server = createServer(answerWithNameOfDatabase);
  let place = '';
  let closedPlace = '';

  const ask = async (name: string, address: string) => {
    lines.set(name, await refusal({ DATABASE_URL: `postgresql://ada:secret@${address}` }));
  };

  beforeAll(async () => {
    place = await listening(server);
    const gone = createServer();
    closedPlace = await listening(gone);
    gone.close();
    await Promise.all([
      ...Object.keys(reasons).map((state) => ask(state, `${place}/${state}`)),
      ask('closed', `${closedPlace}/catalogue`),
      ask('unknown', 'catalogue.invalid/catalogue'),
    ]);
  }, 60_000);
  afterAll(() => void server.close());

  it.each(Object.entries(reasons))('%s', (state, reason) => {
    expect(lines.get(state)).toBe(
      `The PostgreSQL database at ${place}/${state} cannot be used: ${reason}. Check DATABASE_URL.`,
    );
  });

  it('where nobody listens', () => {
    expect(lines.get('closed')).toBe(
      `The PostgreSQL database at ${closedPlace}/catalogue cannot be used: no server listens there (ECONNREFUSED). Check DATABASE_URL.`,
    );
  });

  it('on a host that nobody knows', () => {
    expect(lines.get('unknown')).toMatch(
      /^The PostgreSQL database at catalogue\.invalid:5432\/catalogue cannot be used: its host is not known \((?:ENOTFOUND|EAI_AGAIN)\)\. Check DATABASE_URL\.$/,
    );
  });
});

async function listening(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? `127.0.0.1:${address.port}` : '';
}

/** PostgreSQL's protocol: whoever asks for whatever database, the answer is an error with the state that is its name. */
function answerWithNameOfDatabase(socket: Socket): void {
  socket.on('error', () => undefined);
  socket.once('data', (startup: Buffer) => {
    const state = /database\0(\w+)/.exec(startup.toString('latin1'))?.[1] ?? '';
    if (state === 'silence') return;
    const fields = Buffer.from(`SFATAL\0VFATAL\0C${state}\0Mrefused by the server\0\0`);
    const head = Buffer.from('E\0\0\0\0');
    head.writeInt32BE(fields.length + 4, 1);
    socket.end(Buffer.concat([head, fields]));
  });
}
