import { truncate, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listen } from '@resource-catalogue/testing/sockets';
import { emptyFolder, newFolder } from '@resource-catalogue/testing/running-program';
import { CommandError, readConfiguration } from '@resource-catalogue/program';
import { openedDatabase } from './opened-database.js';

/** Why a database cannot be opened, in one line. */
async function refusal(variables: Readonly<Record<string, string>>): Promise<string> {
  const error: unknown = await openedDatabase(readConfiguration(variables)).catch((caught: unknown) => caught);
  if (!(error instanceof CommandError)) throw new Error('It was not refused with a CommandError.', { cause: error });
  expect(error.message).not.toMatch(/\n|secret/);
  return error.message;
}

describe('a data directory is refused', () => {
  it('when it cannot be a directory', async () => {
    const file = join(await newFolder(), 'a-file');
    await writeFile(file, 'mine');
    const advice = 'set DATA_DIR to a directory that this user may write.';
    expect(await refusal({ DATA_DIR: file })).toBe(`The data directory ${file} cannot be used (EEXIST): ${advice}`);
    expect(await refusal({ DATA_DIR: join(file, 'below') })).toBe(
      `The data directory ${file}/below cannot be used (ENOTDIR): ${advice}`,
    );
  });

  it.each<[reason: string, spoil: (folder: string) => Promise<unknown>]>([
    [
      'has a database that cannot be opened (could not read file "global/pg_control": read 100 of 296)',
      (folder) => truncate(join(folder, 'postgres/global/pg_control'), 100),
    ],
    [
      'has a database that cannot be opened (database files are incompatible with server: The data directory was initialized by PostgreSQL version 15, which is not compatible with this version 18.6)',
      (folder) => writeFile(join(folder, 'postgres/PG_VERSION'), '15\n'),
    ],
  ])('when it %s', async (reason, spoil) => {
    const DATA_DIR = await emptyFolder();
    await spoil(DATA_DIR);
    expect(await refusal({ DATA_DIR })).toBe(
      `The data directory ${DATA_DIR} ${reason}: restore the directory from a backup, or set DATA_DIR to an empty one.`,
    );
  });
});

describe('a DATABASE_URL that does not work is refused', () => {
  const reasons = {
    '28P01': 'the server does not accept the user or the password (28P01)',
    '28000': 'the server does not accept the user (28000)',
    '3D000': 'the server has no database of this name (3D000)',
    '53300': 'refused by the server (53300)',
    silence: 'timeout expired',
  };
  const lines = new Map<string, string>();
  const server = createServer(answerWithNameOfDatabase);
  let place = '';
  const closedPlace = '127.0.0.1:1';

  const ask = async (name: string, address: string) => {
    lines.set(name, await refusal({ DATABASE_URL: `postgresql://ada:secret@${address}` }));
  };

  beforeAll(async () => {
    place = `127.0.0.1:${await listen(server)}`;
    // All at once, since some wait for a timeout.
    await Promise.all([
      ...Object.keys(reasons).map((state) => ask(state, `${place}/${state}`)),
      ask('closed', `${closedPlace}/catalogue`),
      ask('unknown', 'catalogue.invalid/catalogue'),
    ]);
  });
  afterAll(() => void server.close());

  it('in one line that says why and where', () => {
    const because = (address: string, reason: string) =>
      `The PostgreSQL database at ${address} cannot be used: ${reason}. Check DATABASE_URL.`;
    expect(Object.fromEntries(lines)).toEqual({
      ...Object.fromEntries(
        Object.entries(reasons).map(([state, reason]) => [state, because(`${place}/${state}`, reason)]),
      ),
      closed: because(`${closedPlace}/catalogue`, 'no server listens there (ECONNREFUSED)'),
      unknown: expect.stringMatching(
        /^The PostgreSQL database at catalogue\.invalid:5432\/catalogue cannot be used: the host is not known \((?:ENOTFOUND|EAI_AGAIN)\)\. Check DATABASE_URL\.$/,
      ),
    });
  });
});

/** PostgreSQL's protocol: whoever asks for any database, the answer is an error with the state that is its name. */
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
