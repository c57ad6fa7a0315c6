import { readFileSync } from 'node:fs';
import { arrayOf, textOf } from '@resource-catalogue/testing/json';

interface Instruction {
  readonly name: string;
  readonly text: string;
}

export interface Copied {
  /** In the workspace; the last part of a path may have a `*`. */
  readonly sources: readonly string[];
  /** In the working directory, a folder. */
  readonly folder: string;
  readonly executable: boolean;
}

/** The image of the service, as its Dockerfile describes it. */
export interface Image {
  readonly copied: readonly Copied[];
  readonly environment: Readonly<Record<string, string>>;
  readonly ports: readonly number[];
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
  readonly user: string;
  readonly volume: string;
}

const file = new URL('../../../../deploy/docker/Dockerfile', import.meta.url);

/** Reads the last stage, which is what runs. */
export function readImage(): Image {
  const all = instructionsIn(readFileSync(file, 'utf8'));
  const last = all.slice(all.findLastIndex(({ name }) => name === 'FROM'));
  const every = (name: string) => last.filter((one) => one.name === name).map(({ text }) => text);
  const only = (name: string): string => {
    const [text, ...others] = every(name);
    if (text === undefined || others.length > 0) throw new Error(`The last stage needs one ${name}.`);
    return text;
  };
  const command = (text: string) => arrayOf(JSON.parse(text.replace(/^[^[]*/, ''))).map(textOf);
  return {
    copied: every('COPY').map(copiedBy),
    environment: Object.fromEntries(every('ENV').map(variableIn)),
    ports: every('EXPOSE').map(Number),
    command: command(only('CMD')),
    healthCheck: command(only('HEALTHCHECK')),
    user: only('USER'),
    volume: only('VOLUME'),
  };
}

function instructionsIn(text: string): Instruction[] {
  const joined = text.replace(/^\s*#.*\n/gm, '').replace(/\\\n\s*/g, '');
  return [...joined.matchAll(/^([A-Z]+) +(.*?) *$/gm)].map(([, name = '', rest = '']) => ({ name, text: rest }));
}

function copiedBy(text: string): Copied {
  const words = text.split(/ +/);
  const paths = words.filter((word) => !word.startsWith('--'));
  return {
    sources: paths.slice(0, -1).map((path) => path.replace('/workspace/', '')),
    folder: paths.at(-1) ?? '',
    executable: words.includes('--chmod=755'),
  };
}

function variableIn(text: string): [string, string] {
  const [name = '', value = ''] = text.split('=');
  return [name, value];
}
