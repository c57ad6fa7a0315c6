import { existsSync, readFileSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { type DatasetSize, datasetSizes } from './dataset/dataset.js';
import { type FaultOptions, faults, withFaults } from './faults.js';
import { isObject, toText } from './json.js';
import { type ReferenceServer, startReferenceServer } from './start.js';

interface Options extends FaultOptions {
  readonly size: DatasetSize;
  readonly seed: number;
  readonly port: number;
  readonly origin?: readonly string[];
  readonly json?: boolean;
}

/** A parser of whole decimal numbers from `min` to `max`. */
const wholeNumber =
  (max: number, min = 0) =>
  (text: string): number => {
    if (/^\d{1,10}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };

const units = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
]);

/** Parses a time like `3s` into milliseconds, the default unit. */
function milliseconds(text: string): number {
  const [, amount = '', unit = 'ms'] = /^(\d{1,10})(ms|s|m|h)?$/.exec(text) ?? [];
  const time = Number(amount) * (units.get(unit) ?? 0);
  if (amount !== '' && time <= 3_600_000) return time;
  throw new InvalidArgumentError('It must be a time like 500ms, 3s or 1m, at most 1h.');
}

/** The manifest is one directory up from the sources and the bundle, two from the build output. */
function packageVersion(): string {
  const places = ['../package.json', '../../package.json'].map((place) => new URL(place, import.meta.url));
  const file = places.find((place) => existsSync(place));
  const manifest: unknown = file && JSON.parse(readFileSync(file, 'utf8'));
  return isObject(manifest) ? toText(manifest['version']) : 'unknown';
}

/**
 * The command line: starts a server and passes it on with the text to print. Invalid arguments exit with one line
 * and a code other than 0.
 */
export function referenceServerCommand(started: (server: ReferenceServer, message: string) => void): Command {
  const command = new Command('resource-catalogue-mock')
    .description('Serves the Resource Catalogue API from memory: a mock for clients and tests.')
    .version(packageVersion())
    .showSuggestionAfterError(false)
    .addOption(new Option('--size <size>', 'amount of data').choices(datasetSizes).default('rich'))
    .option('--seed <number>', 'seed of the data and the tokens', wholeNumber(4_294_967_295), 1)
    .option('--port <number>', 'port to listen on; 0 picks a free one', wholeNumber(65_535), 4010)
    .option('--origin <origins...>', 'web origins whose scripts may read the responses (CORS)')
    .addOption(new Option('--fault <fault>', 'fault of requests without the header X-Mock-Fault').choices(faults))
    .option('--every <number>', 'apply the fault to every nth of these requests', wholeNumber(1_000_000, 1), 1)
    .addOption(
      new Option('--delay <time>', 'duration of a slow response, like 500ms or 3s')
        .argParser(milliseconds)
        .default(3000, '3s'),
    )
    .option('--json', 'print the URL and the tokens as one line of JSON');
  return command.action(async ({ size, seed, port, origin: origins = [], json, ...fault }: Options) => {
    try {
      const server = await startReferenceServer({ size, seed, port, origins, wraps: withFaults(fault) });
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
  if (code === 'EACCES') return `this user may not listen on port ${port}: choose one above 1023 with --port.`;
  return String(error);
}

const startedMessage = ({ url, tokens: { full, ...others } }: ReferenceServer): string =>
  [
    `URL:    ${url}`,
    `Token:  ${full}`,
    '        with the scopes read and projects:write',
    'Other tokens: second (the same rights), limited (bookings:read), writing (projects:write), quota (5 requests in 3 s), revoked, expired:',
    ...Object.entries(others).map(([name, token]) => `${name.padEnd(8)}${token}`),
  ].join('\n');
