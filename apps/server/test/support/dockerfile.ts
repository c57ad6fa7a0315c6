import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { arrayOf, textOf } from '@resource-catalogue/testing/json';

interface Instruction {
  readonly name: string;
  readonly words: readonly string[];
  readonly text: string;
}

export interface Copied {
  /** In the workspace; the last part of a path may have a `*`. */
  readonly sources: readonly string[];
  /** In the working directory, a folder. */
  readonly folder: string;
  readonly executable: boolean;
}

/** What the image of the service is, as its Dockerfile says it. */
export interface Image {
  readonly copied: readonly Copied[];
  readonly environment: Readonly<Record<string, string>>;
  readonly ports: readonly number[];
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  readonly user: string;
  readonly volume: string;
}

const buildFolder = '/workspace/';
const file = fileURLToPath(new URL('../../../../deploy/docker/Dockerfile', import.meta.url));

/** Reads the last stage, which is what runs. */
export function readImage(text = readFileSync(file, 'utf8')): Image {
  const all = instructionsIn(text);
  const last = all.slice(all.findLastIndex(({ name }) => name === 'FROM'));
  const every = (name: string) => last.filter((instruction) => instruction.name === name);
  const only = (name: string): Instruction => {
    const [instruction, ...others] = every(name);
    if (instruction === undefined || others.length > 0) throw new Error(`The last stage needs one ${name}.`);
    return instruction;
  };
  const command = (instruction: Instruction) =>
    arrayOf(JSON.parse(instruction.text.replace(/^[^[]*/, ''))).map((word) => textOf(word));
  return {
    copied: every('COPY').map(copiedBy),
    environment: Object.fromEntries(every('ENV').map(variableOf)),
    ports: every('EXPOSE').map(({ text: port }) => Number(port)),
    command: command(only('CMD')),
    healthCheck: command(only('HEALTHCHECK')),
    user: only('USER').text,
    volume: only('VOLUME').text,
  };
}

function instructionsIn(text: string): Instruction[] {
  const lines = text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n');
  return lines.flatMap((line) => {
    const [, name, rest = ''] = /^([A-Z]+) +(.*)$/.exec(line.trim()) ?? [];
    return name === undefined ? [] : [{ name, text: rest, words: rest.split(/ +/) }];
  });
}

function copiedBy({ words, text }: Instruction): Copied {
  const flags = words.filter((word) => word.startsWith('--'));
  const paths = words.filter((word) => !word.startsWith('--'));
  const folder = paths.pop() ?? '';
  if (
    !flags.includes('--from=build') ||
    !paths.every((path) => path.startsWith(buildFolder)) ||
    !/^\.\/.*$/.test(folder)
  ) {
    throw new Error(`Only files of ${buildFolder} are copied, from the stage "build" to a folder "./…": COPY ${text}`);
  }
  return {
    sources: paths.map((path) => path.slice(buildFolder.length)),
    folder,
    executable: flags.includes('--chmod=755'),
  };
}

function variableOf({ text }: Instruction): [string, string] {
  const [, name, value] = /^([A-Z_]+)=(\S+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined)
    throw new Error(`One variable for each ENV, without spaces: ENV ${text}`);
  return [name, value];
}
