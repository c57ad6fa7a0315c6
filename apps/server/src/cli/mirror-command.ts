import { setTimeout as sleep } from 'node:timers/promises';
import { parseUrl } from '@resource-catalogue/contracts';
import { Command, InvalidArgumentError, Option } from 'commander';
import { readConfiguration, readSecret } from '../config/configuration.js';
import { CommandError } from '../errors/command-error.js';
import { MirrorSource } from '../mirror/mirror-source.js';
import { endMirror, runMirror } from '../mirror/run-mirror.js';
import { openLog } from '../observability/log.js';
import type { WithDatabase } from '../start/opened-database.js';
import { catalogueDefinitions } from '../read/catalogue-definitions.js';

interface MirrorArguments {
  readonly token?: string;
  readonly once?: boolean;
  readonly end?: boolean;
  readonly allowWrites?: boolean;
  readonly every: number;
  readonly compareEvery: number;
}

export function mirrorCommand(withDatabase: WithDatabase): Command {
  return new Command('mirror')
    .description('fills the catalogue from another server of the interface, and follows it')
    .argument('[url]', 'the base URL of that server')
    .option(
      '--token <token>',
      'a token of it with the scope read; others see what a command line has, but not MIRROR_TOKEN or the file in MIRROR_TOKEN_FILE',
    )
    .option('--once', 'brings everything to the state of that server and ends')
    .option('--allow-writes', 'lets the service here go on writing projects')
    .addOption(
      new Option('--every <time>', 'how often to ask for changes').argParser(milliseconds).default(15_000, '15s'),
    )
    .addOption(
      new Option('--compare-every <time>', 'how often to compare everything')
        .argParser(milliseconds)
        .default(3_600_000, '1h'),
    )
    .addOption(new Option('--end', 'makes this catalogue one of its own again').conflicts(['once', 'allowWrites']))
    .action(async (url: string | undefined, given: MirrorArguments) => {
      if (given.end === true) {
        await withDatabase(endMirror);
        process.stdout.write('This catalogue mirrors no other any more, and the service takes writes.\n');
        return;
      }
      await mirror(url, given, withDatabase);
    });
}

async function mirror(url: string | undefined, given: MirrorArguments, withDatabase: WithDatabase): Promise<void> {
  const baseUrl = addressOf(url);
  const token = given.token ?? readSecret(process.env, 'MIRROR_TOKEN');
  if (token === undefined) throw new CommandError('Nothing was mirrored: set MIRROR_TOKEN to a token.');
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
  const definitions = catalogueDefinitions;
  const log = openLog(readConfiguration(process.env));
  const leftOut = await withDatabase((database) =>
    runMirror(database, definitions, {
      source: new MirrorSource({ baseUrl, token }, stop.signal),
      url: baseUrl,
      refusesWrites: given.allowWrites !== true,
      once: given.once === true,
      everyMs: given.every,
      compareEveryMs: given.compareEvery,
      log,
      signal: stop.signal,
      sleep: (ms) => sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined),
      now: () => Date.now(),
    }),
  );
  if (leftOut > 0) process.exitCode = 1;
}

/** The base URL as the state keeps it: what is one server must not look like two. */
function addressOf(url: string | undefined): string {
  const known = url === undefined ? undefined : parseUrl(url);
  if (!known || !/^https?:$/.test(known.protocol) || known.username !== '' || known.search !== '' || known.hash !== '')
    throw new CommandError('Nothing was mirrored: name the base URL of a server, like https://catalogue.example.org.');
  return known.href.replace(/\/+$/, '');
}

const units = { s: 1000, m: 60_000, h: 3_600_000 } as const;

function milliseconds(text: string): number {
  const [, amount = '', unit] = /^([1-9][0-9]{0,5})([smh])$/.exec(text) ?? [];
  if (unit !== 's' && unit !== 'm' && unit !== 'h') throw new InvalidArgumentError('It is a time like 15s, 5m or 1h.');
  return Number(amount) * units[unit];
}
