import { readFileSync } from 'node:fs';
import { asArray, asText } from '@resource-catalogue/testing/json';

export interface Copied {
  /** Paths in the workspace; the last segment may contain a `*`. */
  readonly sources: readonly string[];
  /** A directory in the working directory. */
  readonly folder: string;
  readonly executable: boolean;
}

/** Reads the last stage of the Dockerfile, which is the image of the service. */
export function readImage() {
  const file = readFileSync(new URL('../../../../deploy/docker/Dockerfile', import.meta.url), 'utf8');
  const joined = file.replace(/^\s*#.*\n/gm, '').replace(/\\\n\s*/g, '');
  const all = [...joined.matchAll(/^([A-Z]+) +(.*?) *$/gm)].map(([, name, text = '']) => ({ name, text }));
  const last = all.slice(all.findLastIndex(({ name }) => name === 'FROM'));
  const every = (name: string) => last.filter((one) => one.name === name).map(({ text }) => text);
  const only = (name: string): string => {
    const [text, ...others] = every(name);
    if (text === undefined || others.length > 0) throw new Error(`The last stage needs one ${name}.`);
    return text;
  };
  const command = (text: string) => asArray(JSON.parse(text.replace(/^[^[]*/, ''))).map(asText);
  return {
    copied: every('COPY').map(readCopy),
    environment: Object.fromEntries(every('ENV').map(readVariable)),
    ports: every('EXPOSE').map(Number),
    command: command(only('CMD')),
    healthCheck: command(only('HEALTHCHECK')),
    user: only('USER'),
    commands: every('RUN'),
    volumes: every('VOLUME'),
  };
}

function readVariable(text: string): [name: string, value: string] {
  const [name = '', value = ''] = text.split('=');
  return [name, value];
}

function readCopy(text: string): Copied {
  const words = text.split(/ +/);
  const paths = words.filter((word) => !word.startsWith('--'));
  return {
    sources: paths.slice(0, -1).map((path) => path.replace('/workspace/', '')),
    folder: paths.at(-1) ?? '',
    executable: words.includes('--chmod=755'),
  };
}
