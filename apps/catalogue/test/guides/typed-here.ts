import { mkdtemp, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { readConfiguration } from '@resource-catalogue/program';
import { type Database, withDatabase } from '@resource-catalogue/database';
import { type Called, commandHere } from '../support/command-here.js';

interface Call {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
}

/** The command line for a shell that asks this process to run it. */
export interface CommandsHere {
  /** What the shell reads before it reads the commands of a guide. */
  readonly beforehand: string;
  close(): Promise<void>;
}

/**
 * Lets a shell run commands of the operator in this process instead of one of their own; all else of the shell stays as it
 * is: variables, folders, pipes and files. The directory `data` is a database that is open already; others are opened.
 */
export async function commandsHere(folder: string, data: string, database: Database): Promise<CommandsHere> {
  const results = await mkdtemp(join(folder, 'results-'));
  let count = 0;
  const run = async ({ cwd, args, variables }: Call): Promise<Called> => {
    const { databaseUrl, dataDir } = readConfiguration(variables);
    const isOpen = databaseUrl === null && dataDir === data;
    return commandHere(args, isOpen ? (work) => work(database) : withDatabase, { cwd, variables });
  };
  const answer = async (socket: Socket): Promise<void> => {
    const called = await run(await callOn(socket)).catch((error: unknown) => ({
      code: 1,
      stdout: '',
      stderr: `${String(error)}\n`,
    }));
    const place = join(results, String((count += 1)));
    await Promise.all([writeFile(`${place}.out`, called.stdout), writeFile(`${place}.err`, called.stderr)]);
    socket.end(`${called.code} ${place}\n`);
  };
  const server = createServer((socket) => void answer(socket)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    beforehand: shell(port),
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

const shell = (port: number): string => `node() {
  if [[ "$1" != *apps/server/bundle/catalogue.js ]]; then command node "$@"; return; fi
  exec 9<>/dev/tcp/127.0.0.1/${port}
  { printf '%s\\0' "$PWD" "$(($# - 1))" "\${@:2}"; env -0; printf '\\0'; } >&9
  read -r code place <&9
  exec 9>&-
  cat "$place.err" >&2
  cat "$place.out"
  return "$code"
}
`;

/** The folder, the number of arguments, these, the variables, and an empty word. */
async function callOn(socket: Socket): Promise<Call> {
  let said = '';
  for await (const text of socket.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    said += String(text);
    const [cwd = '', count = '', ...rest] = said.split('\0');
    const others = rest.slice(Number(count), -1);
    const end = others.indexOf('');
    if (end !== -1) {
      const variables = others.slice(0, end).map((word) => /^(.*?)=([^]*)$/.exec(word) ?? []);
      return {
        cwd,
        args: rest.slice(0, Number(count)),
        variables: Object.fromEntries(variables.map(([, name = '', value = '']) => [name, value])),
      };
    }
  }
  throw new Error('The shell said only a part of a command.');
}
