import type { CollectionName } from '@resource-catalogue/contracts';
import pLimit from 'p-limit';
import {
  CheckContext,
  type Given,
  Inconclusive,
  requestsOf,
  Unsupported,
  violated,
  Violation,
  Watches,
} from '../checks/context/check.js';
import { everyAnswer } from '../checks/every-answer/every-answer.js';
import { explained } from '../checks/requests/explain.js';
import { changedCollections, type Snapshot, takeSnapshot } from '../snapshot.js';
import { type ClientFactory, RecordedClient } from '../target/recorded-client.js';
import { redactor } from '../target/redact.js';
import { type Latency, Target, type TargetOptions } from '../target/target.js';
import { TransportError } from '../target/wire.js';
import { missing, selectChecks, type Selection, type Task, tasksOf } from './plan.js';
import { probe } from './probe.js';
import {
  askOf,
  type FindingContext,
  findingOf,
  isWanted,
  type Outcome,
  type Replay,
  type Result,
  tokensOf,
} from './result.js';

export interface RunOptions extends Given, Selection, TargetOptions {
  readonly seed?: number;
  readonly maxItems?: number;
  /** One finding, which is all that is looked at. */
  readonly replay?: Replay;
  /** The client library that requests go through, where a client can send them; another one in tests of the suite. */
  readonly createClient?: ClientFactory;
}

export interface Listener {
  snapshot?(snapshot: Snapshot): void;
  /** What will be run, and how many seconds the quota makes of it at least. */
  start?(tasks: number, seconds: number): void;
  result?(result: Result): void;
}

export interface Run {
  readonly url: string;
  readonly seed: number;
  readonly layer: 'seed' | 'ours';
  readonly startedAt: string;
  readonly seconds: number;
  readonly requests: number;
  readonly results: readonly Result[];
  readonly snapshot: Snapshot;
  readonly latencies: readonly Latency[];
  /** Collections whose data changed while the run looked at them. */
  readonly changed: readonly CollectionName[];
}

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
  private readonly client: RecordedClient;
  private readonly watches: Watches;
  private readonly redact: (text: string) => string;
  private readonly findings: FindingContext;
  private readonly results = new Map<Task, Result>();
  private readonly changed = new Set<CollectionName>();
  private readonly shrunk = new Set<string>();
  private snapshot: Snapshot = new Map();

  constructor(
    private readonly target: Target,
    private readonly options: RunOptions,
    private readonly listener: Listener,
  ) {
    this.seed = options.seed ?? Math.floor(Math.random() * 2 ** 31);
    this.client = new RecordedClient(target, options.createClient);
    this.watches = new Watches(target, everyAnswer);
    const tokens = tokensOf(options);
    this.redact = redactor([...tokens.values()]);
    this.findings = { prefix: target.prefix, tokens, redact: this.redact };
  }

  async run(): Promise<Run> {
    const started = new Date();
    await probe(this.target);
    await this.prepare();
    const all = tasksOf(selectChecks(this.options), this.options);
    const tasks = all.filter((task) => isWanted(task, this.options.replay));
    const able = tasks.filter(({ check }) => missing(check, this.options).length === 0);
    const requests = able.reduce((sum, { check }) => sum + requestsOf[check.family], 0);
    this.listener.start?.(tasks.length, this.target.secondsFor(requests));
    const inPhase = (phase: Phase): readonly Task[] => tasks.filter((task) => phaseOf(task) === phase);
    await this.runAll(inPhase('reading'), manyTasks);
    await this.settle(inPhase('reading'), started);
    await this.runAll(inPhase('exclusive'));
    // What waits for the windows of a quota has a token of its own, and writing is one request after the other.
    await Promise.all([this.runAll(inPhase('waiting')), this.runAll(inPhase('writing'))]);
    await this.runAll(inPhase('last'));
    return {
      url: this.target.prefix,
      seed: this.seed,
      layer: this.options.layer ?? 'ours',
      startedAt: started.toISOString(),
      seconds: (Date.now() - started.getTime()) / 1000,
      requests: this.target.requests,
      results: tasks.flatMap((task) => this.results.get(task) ?? []),
      snapshot: this.snapshot,
      latencies: this.target.latencies.summary(),
      changed: [...this.changed],
    };
  }

  /** What checks every answer needs no snapshot: its requests are sent again, and looked at. */
  private async prepare(): Promise<void> {
    const { replay } = this.options;
    if (replay && replay.check in everyAnswer) {
      for (const request of replay.requests ?? []) await this.target.send(askOf(request, this.findings.tokens));
      return;
    }
    this.snapshot = await takeSnapshot(this.target, this.options.maxItems);
    this.listener.snapshot?.(this.snapshot);
  }

  private async runAll(tasks: readonly Task[], atATime = 1): Promise<void> {
    const limit = pLimit(atATime);
    // Of a run that has broken off, nothing more is begun.
    await limit.map(tasks, (task) => this.runTask(task)).finally(() => limit.clearQueue());
  }

  /** What failed on data that changed meanwhile is run again; what cannot be run in peace shows nothing. */
  private async settle(tasks: readonly Task[], started: Date): Promise<void> {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const failed = tasks.filter((task) => this.results.get(task)?.outcome === 'failed');
      if (failed.length === 0) return;
      const { snapshot: before } = this;
      const now = await takeSnapshot(this.target, this.options.maxItems);
      const changed = await changedCollections(this.target, before, now, started);
      // Summaries of other collections stand in a row, so that a change may show anywhere.
      if (changed.size === 0) return;
      for (const name of changed) this.changed.add(name);
      this.snapshot = now;
      if (attempt < 2) await this.runAll(failed, manyTasks);
      else
        for (const task of failed)
          this.keep(task, { outcome: 'inconclusive', reason: 'the data changed during each of three attempts' });
    }
  }

  private async runTask(task: Task): Promise<void> {
    const lacking = missing(task.check, this.options).join(' and ');
    if (lacking !== '') return this.keep(task, { outcome: 'disabled', reason: `needs ${lacking}` });
    let context = this.contextOf(task);
    const started = performance.now();
    try {
      await task.run(context).catch(async (error: unknown) => {
        await this.expectStall(error, task, context);
        context = this.contextOf(task);
        await task.run(context).catch((again: unknown) => this.withoutAnswer(again, context));
      });
      this.keep(task, { outcome: 'passed', reason: null }, { started, context });
    } catch (error) {
      this.keepError(task, await this.explain(task, error, context), { started, context });
    }
  }

  /** A smaller request is looked for once for each check, and while the data are as the snapshot has them. */
  private async explain(task: Task, error: unknown, context: CheckContext): Promise<unknown> {
    if (!(error instanceof Violation)) return error;
    const isCurrent = phaseOf(task) === 'reading';
    const shrinks = !this.shrunk.has(task.check.id);
    this.shrunk.add(task.check.id);
    return explained(context, error, { isCurrent, shrinks });
  }

  private contextOf({ check, subject }: Task): CheckContext {
    const { target, client, snapshot, options: given, watches } = this;
    return new CheckContext({ target, client, snapshot, given, watches }, `${this.seed}/${check.id}/${subject}`);
  }

  /** A busy machine may stall once, which breaks no rule: a check without an answer makes the same choices again. */
  private async expectStall(error: unknown, { check }: Task, context: CheckContext): Promise<void> {
    if (!(error instanceof TransportError) || error.kind === 'budget') throw error;
    // What may have been written is not written twice.
    if (check.needs?.includes('writes')) await this.withoutAnswer(error, context);
    await probe(this.target);
  }

  /** A server that is well and leaves one request without an answer breaks the rule of that request. */
  private async withoutAnswer(error: unknown, context: CheckContext): Promise<void> {
    if (!(error instanceof TransportError) || error.kind === 'budget') throw error;
    await probe(this.target);
    violated('an answer', error.message, ...context.exchanges.slice(-1));
  }

  private keepError(task: Task, error: unknown, effort: Effort): void {
    if (error instanceof Violation) {
      const finding = findingOf(error, this.findings);
      const reason = `${finding.expected} — ${finding.observed}`;
      return this.keep(task, { outcome: 'failed', reason, finding }, effort);
    }
    if (error instanceof TransportError && error.kind !== 'budget') throw error;
    const outcome = outcomeOf(error);
    const reason = error instanceof Error ? error.message : String(error);
    const trace = outcome === 'errored' && error instanceof Error ? error.stack : undefined;
    this.keep(task, { outcome, reason: this.redact(trace ?? reason) }, effort);
  }

  private keep(task: Task, ending: Ending, effort?: Effort): void {
    const { id, title, family, layer = 'ours', rules } = task.check;
    const result: Result = {
      ...{ check: id, title, family, layer, rules, subject: task.subject, collection: task.collection },
      ...{ finding: null, ...ending },
      milliseconds: effort ? performance.now() - effort.started : 0,
      requests: effort?.context.requests ?? 0,
      pairs: effort?.context.pairs ?? 0,
    };
    this.results.set(task, result);
    this.listener.result?.(result);
  }
}

type Ending = Pick<Result, 'outcome' | 'reason'> & Partial<Pick<Result, 'finding'>>;

interface Effort {
  readonly started: number;
  readonly context: CheckContext;
}

/** What an end that is no violation says: of the data, of the server, or of the suite itself. */
function outcomeOf(error: unknown): Outcome {
  if (error instanceof Inconclusive || error instanceof TransportError) return 'inconclusive';
  return error instanceof Unsupported ? 'unsupported' : 'errored';
}

type Phase = 'reading' | 'exclusive' | 'waiting' | 'writing' | 'last';

function phaseOf({ check }: Task): Phase {
  if (check.id in everyAnswer) return 'last';
  if (check.needs?.includes('writes')) return 'writing';
  if (check.alone === true) return 'exclusive';
  return check.needs?.includes('quota-token') ? 'waiting' : 'reading';
}
