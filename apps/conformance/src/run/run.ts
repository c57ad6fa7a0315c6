import type { CollectionName } from '@resource-catalogue/contracts';
import { changedCollections } from '../census/changes.js';
import { type Census, takeCensus } from '../census/census.js';
import { everyAnswer } from '../checks/every-answer.js';
import { type Given, Trial } from '../checks/trial.js';
import { Inconclusive, Unsupported, Violation, violated } from '../checks/violation.js';
import { Watches } from '../checks/watches.js';
import { redactor } from '../target/redact.js';
import type { Latency } from '../target/latencies.js';
import { Target } from '../target/target.js';
import { TransportError } from '../target/transport-error.js';
import type { Transport } from '../target/wire.js';
import { requestsFor } from './effort.js';
import { type FindingContext, findingOf, tokensOf } from './finding.js';
import { missing, selectChecks, type Selection, type Task, tasksOf } from './plan.js';
import { probe } from './probe.js';
import { askOf, isWanted, type Replay } from './replay.js';
import type { Result } from './result.js';

export interface RunOptions extends Given, Selection {
  readonly seed?: number;
  readonly maxItems?: number;
  readonly timeout?: number;
  readonly concurrency?: number;
  readonly maxRequests?: number;
  readonly rate?: number;
  /** One finding, which is all that is looked at. */
  readonly replay?: Replay;
  readonly transport?: Transport;
}

/** What a run tells while it runs. */
export interface Listener {
  census?(census: Census): void;
  /** What will be run, and how many seconds the quota makes of it at least. */
  start?(tasks: number, seconds: number): void;
  result?(result: Result): void;
}

/** A run, as every report reads it. */
export interface Run {
  readonly url: string;
  readonly seed: number;
  readonly layer: 'seed' | 'ours';
  readonly startedAt: string;
  readonly seconds: number;
  readonly requests: number;
  readonly results: readonly Result[];
  readonly census: Census;
  readonly latencies: readonly Latency[];
  /** Collections whose data changed while the run looked at them. */
  readonly changed: readonly CollectionName[];
}

const manyItems = 10_000;
/** Checks at a time; how many requests at a time is the target's business. */
const manyTasks = 6;

/** Checks a server. A server that cannot be checked at all is a TransportError or a TargetError. */
export async function runChecks(url: string, options: RunOptions, listener: Listener = {}): Promise<Run> {
  const target = new Target(url, options);
  try {
    return await new Runner(target, options, listener).run();
  } finally {
    target.close();
  }
}

class Runner {
  private readonly seed: number;
  private readonly watches: Watches;
  private readonly redact: (text: string) => string;
  private readonly findings: FindingContext;
  private readonly results = new Map<Task, Result>();
  private readonly changed = new Set<CollectionName>();
  private census: Census = new Map();

  constructor(
    private readonly target: Target,
    private readonly options: RunOptions,
    private readonly listener: Listener,
  ) {
    this.seed = options.seed ?? Math.floor(Math.random() * 2 ** 31);
    this.watches = new Watches(target, everyAnswer);
    const tokens = tokensOf(options);
    this.redact = redactor([...tokens.values()]);
    this.findings = { prefix: target.prefix, tokens, redact: this.redact };
  }

  async run(): Promise<Run> {
    const started = new Date();
    await probe(this.target);
    await this.prepare();
    const tasks = tasksOf(selectChecks(this.options), this.options).filter((task) =>
      isWanted(task, this.options.replay),
    );
    const able = tasks.map(({ check }) => check).filter((check) => missing(check, this.options).length === 0);
    this.listener.start?.(tasks.length, this.target.secondsFor(requestsFor(able)));
    const last = tasks.filter(({ check }) => check.id in everyAnswer);
    const writing = tasks.filter(({ check }) => check.needs?.includes('writes'));
    const lonely = tasks.filter((task) => task.check.alone === true && !writing.includes(task));
    const waiting = tasks.filter((task) => task.check.needs?.includes('quota-token') && !lonely.includes(task));
    const reading = tasks.filter((task) => ![last, writing, waiting, lonely].some((others) => others.includes(task)));
    await this.runAll(reading, manyTasks);
    await this.settle(reading, started);
    await this.runAll(lonely, 1);
    // What waits for the windows of a quota has a token of its own, and writing is one request after the other.
    await Promise.all([this.runAll(waiting, 1), this.runAll(writing, 1)]);
    await this.runAll(last, 1);
    return {
      url: this.target.prefix,
      seed: this.seed,
      layer: this.options.layer ?? 'ours',
      startedAt: started.toISOString(),
      seconds: (Date.now() - started.getTime()) / 1000,
      requests: this.target.requests,
      results: tasks.flatMap((task) => this.results.get(task) ?? []),
      census: this.census,
      latencies: this.target.latencies.summary(),
      changed: [...this.changed],
    };
  }

  /** What judges every answer needs no census: its requests are sent again, and looked at. */
  private async prepare(): Promise<void> {
    const { replay } = this.options;
    if (replay && replay.check in everyAnswer) {
      for (const request of replay.requests ?? []) await this.target.send(askOf(request, this.findings.tokens));
      return;
    }
    this.census = await this.look();
    this.listener.census?.(this.census);
  }

  private look(): Promise<Census> {
    return takeCensus(this.target, this.options.maxItems ?? manyItems);
  }

  private async runAll(tasks: readonly Task[], atATime: number): Promise<void> {
    const waiting = [...tasks];
    const work = async (): Promise<void> => {
      for (let task = waiting.shift(); task; task = waiting.shift()) await this.runTask(task);
    };
    await Promise.all(Array.from({ length: Math.min(atATime, tasks.length) }, work));
  }

  /** What failed on data that changed meanwhile is run again; what cannot be run in peace shows nothing. */
  private async settle(tasks: readonly Task[], started: Date): Promise<void> {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const failed = tasks.filter((task) => this.results.get(task)?.outcome === 'failed');
      if (failed.length === 0) return;
      const before = this.census;
      const now = await this.look();
      const changed = await changedCollections(this.target, before, now, started);
      const affected = failed.filter(({ collection }) =>
        collection === null ? changed.size > 0 : touches(changed, collection),
      );
      for (const name of changed) this.changed.add(name);
      if (affected.length === 0) return;
      this.census = now;
      if (attempt < 2) await this.runAll(affected, manyTasks);
      else
        for (const task of affected)
          this.keep(task, { outcome: 'inconclusive', reason: 'the data changed during each of three attempts' });
    }
  }

  private async runTask(task: Task): Promise<void> {
    const lacking = missing(task.check, this.options);
    if (lacking.length > 0) {
      this.keep(task, { outcome: 'disabled', reason: `needs ${lacking.join(' and ')}` });
      return;
    }
    let trial = this.trialOf(task);
    const started = performance.now();
    try {
      await task.run(trial).catch(async (error: unknown) => {
        await this.expectStall(error, task, trial);
        trial = this.trialOf(task);
        await task.run(trial).catch((again: unknown) => this.withoutAnswer(again, trial));
      });
      this.keep(task, { outcome: 'passed', reason: null }, { started, trial });
    } catch (error) {
      this.keepError(task, error, { started, trial });
    }
  }

  private trialOf({ check, subject }: Task): Trial {
    return new Trial(this.target, this.census, this.options, this.watches, this.seed, `${check.id}/${subject}`);
  }

  /** A busy machine may stall once, which breaks no rule: a check without an answer makes the same choices again. */
  private async expectStall(error: unknown, { check }: Task, trial: Trial): Promise<void> {
    if (!(error instanceof TransportError) || error.fault === 'budget') throw error;
    // What may have been written is not written twice.
    if (check.needs?.includes('writes')) await this.withoutAnswer(error, trial);
    await probe(this.target);
  }

  /** A server that is well and leaves one request without an answer breaks the rule of that request. */
  private async withoutAnswer(error: unknown, trial: Trial): Promise<void> {
    if (!(error instanceof TransportError) || error.fault === 'budget') throw error;
    await probe(this.target);
    violated('an answer', error.message, ...trial.exchanges.slice(-1));
  }

  private keepError(task: Task, error: unknown, effort: Effort): void {
    if (error instanceof Violation) {
      const finding = findingOf(error, this.findings);
      const reason = `${finding.expected} — ${finding.observed}`;
      this.keep(task, { outcome: 'failed', reason, finding }, effort);
      return;
    }
    if (error instanceof TransportError && error.fault !== 'budget') throw error;
    const reason = this.redact(error instanceof Error ? error.message : String(error));
    if (error instanceof Inconclusive || error instanceof TransportError)
      this.keep(task, { outcome: 'inconclusive', reason }, effort);
    else if (error instanceof Unsupported) this.keep(task, { outcome: 'unsupported', reason }, effort);
    else this.keep(task, { outcome: 'errored', reason: this.redact(stackOf(error)) }, effort);
  }

  private keep(task: Task, ending: Ending, effort: Effort | null = null): void {
    const { id, title, family, layer = 'ours', rules } = task.check;
    const result: Result = {
      ...{ check: id, title, family, layer, rules, subject: task.subject, collection: task.collection },
      ...{ finding: null, ...ending },
      milliseconds: effort === null ? 0 : performance.now() - effort.started,
      requests: effort === null ? 0 : effort.trial.requests,
    };
    this.results.set(task, result);
    this.listener.result?.(result);
  }
}

type Ending = Pick<Result, 'outcome' | 'reason'> & Partial<Pick<Result, 'finding'>>;

interface Effort {
  readonly started: number;
  readonly trial: Trial;
}

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** Summaries of other collections stand in a row, so a change elsewhere may show there as well. */
const touches = (changed: ReadonlySet<CollectionName>, name: CollectionName): boolean =>
  changed.has(name) || changed.size > 0;
