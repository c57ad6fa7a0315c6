import { existsSync, readFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { type DatasetSize, datasetSizes } from './dataset/dataset.js';
import { type Fault, faults, withFaults } from './faults.js';
import { isObject, textOf } from './json.js';
import { type ReferenceServer, startReferenceServer } from './start.js';

interface Options {
  readonly size: DatasetSize;
  readonly seed: number;
  readonly port: number;
  readonly origin?: readonly string[];
  readonly fault?: Fault;
  readonly every: number;
  readonly delay: number;
  readonly json?: boolean;
}

/** A whole number of decimal digits, at most `most`. */
const wholeNumber =
  (most: number, least = 0) =>
  (text: string): number => {
    if (/^\d{1,10}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
    throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
  };

const units = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
]);
const longestDelay = 3_600_000;

/** Milliseconds of a time like `3s`; without a unit they are milliseconds. */
function milliseconds(text: string): number {
  const [, amount = '', unit = 'ms'] = /^(\d{1,10})(ms|s|m|h)?$/.exec(text) ?? [];
  const time = Number(amount) * (units.get(unit) ?? 0);
  if (amount !== '' && time <= longestDelay) return time;
  throw new InvalidArgumentError('It must be a time like 500ms, 3s or 1m, of 1h at most.');
}

/** The manifest of the package, seen from the sources or its bundle, and from what is built of the sources. */
function packageVersion(): string {
  const places = ['../package.json', '../../package.json'].map((place) => new URL(place, import.meta.url));
  const file = places.find((place) => existsSync(place));
  const manifest: unknown = file && JSON.parse(readFileSync(file, 'utf8'));
  return isObject(manifest) ? textOf(manifest['version']) : 'unknown';
}

/** The command line: starts a server and hands it over with what to print. What is wrong is said in one line, and the exit code is not 0. */
export function referenceServerCommand(started: (server: ReferenceServer, message: string) => void): Command {
  const command = new Command('resource-catalogue-mock')
    .description('Serves the Resource Catalogue interface from memory: a mock for clients and tests.')
    .version(packageVersion())
    .showSuggestionAfterError(false)
    .addOption(new Option('--size <size>', 'how much data it has').choices(datasetSizes).default('rich'))
    .option('--seed <number>', 'the same seed gives the same data', wholeNumber(4_294_967_295), 1)
    .option('--port <number>', 'the port to listen on; 0 for any free port', wholeNumber(65_535), 4010)
    .option('--origin <origins...>', 'web origins whose scripts may read the answers (CORS)')
    .addOption(
      new Option('--fault <fault>', 'what goes wrong, unless X-Mock-Fault of a request says it').choices(faults),
    )
    .option('--every <number>', 'in how many requests it goes wrong once', wholeNumber(1_000_000, 1), 1)
    .addOption(
      new Option('--delay <time>', 'how long a slow answer takes, like 500ms or 3s')
        .argParser(milliseconds)
        .default(3000, '3s'),
    )
    .option('--json', 'print the URL and the tokens as one line of JSON');
  return command.action(async ({ size, seed, port, origin = [], fault, every, delay, json }: Options) => {
    try {
      const behaviour = withFaults({ fault: fault ?? null, every, delay });
      const server = await startReferenceServer({ size, seed, port, origins: origin, behaviour });
      const { url, tokens } = server;
      started(server, json === true ? JSON.stringify({ url, tokens }) : startedMessage(server));
    } catch (error) {
      command.error(`error: ${startError(error, port)}`);
    }
  });
}

function startError(error: unknown, port: number): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
  if (code === 'EADDRINUSE') return `port ${port} is in use: choose another with --port.`;
  if (code === 'EACCES') return `port ${port} is not allowed to this user: choose one from 1024 on with --port.`;
  return String(error);
}

function startedMessage({ url, tokens }: ReferenceServer): string {
  return [
    `URL:    ${url}`,
    `Token:  ${tokens.full}`,
    `        for reading everything and writing projects`,
    `Other tokens: second (the same rights), limited (bookings:read), quota (5 requests in 3 s), revoked, expired:`,
    ...(['second', 'limited', 'quota', 'revoked', 'expired'] as const).map(
      (name) => `${name.padEnd(8)}${tokens[name]}`,
    ),
  ].join('\n');
}
