import { isDeepStrictEqual } from 'node:util';
import { type Behaviour, soundBehaviour } from '@resource-catalogue/reference-server';
import { Random } from '../../src/kit/random.js';
import { asking } from './answers.js';
import {
  type Call,
  type Circumstances,
  findCollection,
  describe,
  type Fault,
  isMetBy,
  withFault,
  wrapped,
} from './fault.js';
import { changing } from './operators.js';
import { describeKind, neighbourAt, pathsIn, valueAt } from './places.js';
import { type Question, questions } from './questions.js';

/** Maximum number of recorded calls per part of the behaviour, from which faults are drawn. */
const maxCalls = 300;

/** Minimum number of recorded calls that must meet the circumstances of a fault. */
const leastCalls = 3;

/** Maximum number of requests to repeat, of those that meet a fault, to see whether it changes a response. */
const maxQuestions = 25;

interface Met extends Call {
  readonly question: Question;
}

type Calls = ReadonlyMap<string, readonly Met[]>;

export interface Sample {
  readonly faults: readonly Fault[];
  /** The number of drawn faults that change no response or stop the server. */
  readonly leftOut: number;
}

/** Draws `count` faults that change responses; deterministic for a seed. */
export async function drawSample(seed: string, count: number, asked: readonly Question[] = questions): Promise<Sample> {
  const random = new Random(seed);
  const calls = await recordedCalls(random, asked);
  const drawn = new Set<string>();
  const faults: Fault[] = [];
  while (faults.length < count) {
    const fault = drawFault(random, calls);
    if (fault === null || drawn.has(describe(fault))) continue;
    const met = (calls.get(fault.seam) ?? []).filter(({ args }) => isMetBy(fault, args));
    if (met.length < leastCalls) continue;
    drawn.add(describe(fault));
    if (await changesAnswers(fault, met, asked)) faults.push(fault);
  }
  return { faults, leftOut: drawn.size - count };
}

/** Random calls of each part of the behaviour, with the requests that caused them. */
async function recordedCalls(random: Random, asked: readonly Question[]): Promise<Calls> {
  const calls = new Map<string, Met[]>();
  const counts = new Map<string, number>();
  let current: Question | undefined;
  const recording = wrapped((seam, call) => (args) => {
    const result = call(args);
    if (current === undefined) return result;
    const kept = calls.get(seam) ?? [];
    const count = (counts.get(seam) ?? 0) + 1;
    const place = count <= maxCalls ? count - 1 : random.integer(count);
    if (place < maxCalls) kept[place] = { args, result, question: current };
    calls.set(seam, kept);
    counts.set(seam, count);
    return result;
  });
  await asking(recording, async (ask) => {
    for (current of asked) await ask(current);
  });
  return calls;
}

/** Draws a fault in one value of a recorded call, with circumstances of that call; null if it changes nothing. */
function drawFault(random: Random, calls: Calls): Fault | null {
  const [seam, own] = random.pick([...calls]) ?? ['', []];
  const [call, other] = random.sample(own, 2);
  if (call === undefined) return null;
  const [root, before] = random.integer(2) === 0 ? [call.args, other?.args] : [{ result: call.result }, other];
  const path = random.pick(pathsIn(root));
  if (path === undefined) return null;
  const around = {
    previous: valueAt(before, path),
    neighbour: neighbourAt(valueAt(root, path.slice(0, -1)), path.at(-1) ?? ''),
  };
  const operator = random.pick(changing(valueAt(root, path), around));
  if (operator === undefined) return null;
  return { seam, place: path.join('.'), operator, circumstances: drawCircumstances(random, call.args, own) };
}

/** Draws the collection, if the call has one, and one or two other circumstances that not every call meets. */
function drawCircumstances(random: Random, args: readonly unknown[], all: readonly Call[]): Circumstances {
  const kinds = pathsIn(args).flatMap((path): (readonly [path: string, kind: string])[] => {
    const kind = describeKind(valueAt(args, path));
    const isSo = (other: Call): boolean => describeKind(valueAt(other.args, path)) === kind;
    return kind === null || all.every(isSo) ? [] : [[path.join('.'), kind]];
  });
  const known = kinds.filter(([path, kind]) => findCollection({ [path]: kind }) !== null);
  return Object.fromEntries([...known.slice(0, 1), ...random.sample(kinds, 1 + random.integer(2))]);
}

const isStateful = ({ method, token }: Question): boolean =>
  token === 'quota' || method === 'POST' || method === 'PATCH';

/** Whether the responses differ from those of the sound server; false for a fault that stops the server. */
async function changesAnswers(fault: Fault, met: readonly Met[], all: readonly Question[]): Promise<boolean> {
  const meeting = new Set(met.map(({ question }) => question));
  const chosen = new Set([...meeting].slice(0, maxQuestions));
  const withState = [...chosen].some(isStateful);
  const asked = all.filter((question) => chosen.has(question) || (withState && isStateful(question)));
  const answersTo = (behaviour: Behaviour): Promise<string[]> =>
    asking(behaviour, async (ask) => {
      const answers: string[] = [];
      for (const question of asked) answers.push(await ask(question));
      return answers;
    });
  try {
    return !isDeepStrictEqual(await answersTo(withFault(fault)), await answersTo(soundBehaviour));
  } catch {
    return false;
  }
}
