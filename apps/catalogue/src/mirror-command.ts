import { setTimeout as sleep } from 'node:timers/promises';
import type { EventListener } from '@resource-catalogue/client';
import { parseUrl } from '@resource-catalogue/contracts';
import { Command, InvalidArgumentError, Option } from 'commander';
import { CommandError, exitWith, openLog, readConfiguration, readSecret } from '@resource-catalogue/program';
import { endMirror, MirrorSource, runMirror, MirrorInterruptedError } from '@resource-catalogue/mirror';
import { catalogueDefinitions } from '@resource-catalogue/read';
import type { WithDatabase } from '@resource-catalogue/database';

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
    .description('fill the catalogue from another server and keep it up to date')
    .argument('[url]', 'the base URL of that server')
    .option(
      '--token <token>',
      'a token of that server with the scope read; prefer MIRROR_TOKEN or MIRROR_TOKEN_FILE, as other users can see the command line',
    )
    .option('--once', 'copy the state of that server once, then exit')
    .option('--allow-writes', 'let the service of this catalogue accept writes to projects')
    .addOption(
      new Option('--every <time>', 'how often to fetch changes').argParser(milliseconds).default(15_000, '15s'),
    )
    .addOption(
      new Option('--compare-every <time>', 'how often to compare all rows with that server')
        .argParser(milliseconds)
        .default(3_600_000, '1h'),
    )
    .addOption(
      new Option('--end', 'end the mirror, so that this catalogue accepts writes again').conflicts([
        'once',
        'allowWrites',
      ]),
    )
    .action(async (url: string | undefined, given: MirrorArguments) => {
      if (given.end === true) {
        await withDatabase(endMirror);
        process.stdout.write('The mirror has ended. The service accepts writes again.\n');
        return;
      }
      await mirror(url, given, withDatabase);
    });
}

async function mirror(url: string | undefined, given: MirrorArguments, withDatabase: WithDatabase): Promise<void> {
  const baseUrl = normaliseBaseUrl(url);
  const token = given.token ?? readSecret(process.env, 'MIRROR_TOKEN');
  if (token === undefined) throw new CommandError('Nothing was mirrored: set MIRROR_TOKEN to a token of the source.');
  const log = openLog(readConfiguration(process.env, process.stdout.isTTY));
  const leftOut = await withDatabase((database) => {
    // Handle signals only now: until here, a signal ends the process at once, even while a database starts.
    const signal = stopSignal(given.once === true);
    const onEvent: EventListener = (event) => event.type === 'warning' && log.warn(event.message);
    return runMirror(database, catalogueDefinitions, {
      source: createSource({ baseUrl, token, onEvent }, signal),
      url: baseUrl,
      rejectsWrites: given.allowWrites !== true,
      once: given.once === true,
      everyMs: given.every,
      compareEveryMs: given.compareEvery,
      log,
      signal,
      sleep: (ms) => sleep(ms, undefined, { signal }).catch(() => undefined),
      now: () => Date.now(),
    });
  });
  if (leftOut > 0) process.exitCode = 1;
}

/** The URL has been checked, so the client can only reject the token. */
function createSource(...[options, signal]: ConstructorParameters<typeof MirrorSource>): MirrorSource {
  try {
    return new MirrorSource(options, signal);
  } catch (error) {
    throw error instanceof TypeError ? new CommandError(`Nothing was mirrored. ${error.message}`) : error;
  }
}

/** Maximum milliseconds to stop a mirror. The database rolls back a longer statement. */
const stopTimeout = 1000;

/** Aborts on SIGINT and SIGTERM, and exits if that takes too long. */
function stopSignal(once: boolean): AbortSignal {
  const controller = new AbortController();
  const end = (): void => (once ? exitWith(new MirrorInterruptedError()) : process.exit(0));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      controller.abort();
      setTimeout(end, stopTimeout).unref();
    });
  }
  return controller.signal;
}

/** Normalises the base URL, so that one server is stored under one URL. */
function normaliseBaseUrl(url: string | undefined): string {
  const known = url === undefined ? undefined : parseUrl(url);
  if (!known || !/^https?:$/.test(known.protocol) || known.username !== '' || known.search !== '' || known.hash !== '')
    throw new CommandError('Nothing was mirrored: pass the base URL of a server, like https://catalogue.example.org.');
  return known.href.replace(/\/+$/, '');
}

const units = { s: 1000, m: 60_000, h: 3_600_000 } as const;

/** 24 days in milliseconds; a timer overflows before 25 days and fires at once. */
const maxMilliseconds = 24 * 24 * units.h;

function milliseconds(text: string): number {
  const [, amount = '', unit] = /^([1-9][0-9]{0,5})([smh])$/.exec(text) ?? [];
  const time = unit === 's' || unit === 'm' || unit === 'h' ? Number(amount) * units[unit] : Infinity;
  if (time > maxMilliseconds) throw new InvalidArgumentError('Expected a time like 15s, 5m or 1h, at most 576h.');
  return time;
}
