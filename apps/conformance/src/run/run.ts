import type { CollectionName } from '@resource-catalogue/contracts';
import pLimit from 'p-limit';
import { CheckContext } from '../kit/context.js';
import { Violation } from '../kit/violation.js';
import { type Sightings, watchResponses } from '../kit/watches.js';
import { everyAnswer } from '../checks/every-answer.js';
import { changedCollections, digestRows, type Snapshot, takeSnapshot } from '../snapshot.js';
import { unanswered } from '../target/exchange.js';
import { RecordedClient } from '../target/recorded-client.js';
import { curlLine, redactor } from '../target/redact.js';
import { Target } from '../target/target.js';
import { TransportError } from '../target/wire.js';
import { completed } from './evidence.js';
import { Outages, type Recovery, type Unanswered } from './outages.js';
import { idOfTask, missing, type Phase, type Task, choosePhase, selectChecks, planTasks, isWanted } from './plan.js';
import { probe } from './probe.js';
import { idOfResult, type Result } from './result.js';
import { type Effort, toEnding, toResult } from './results.js';
import { toChoice, type Listener, type Run, type RunOptions, type Unfinished } from './run-options.js';
import { toAsk, type FindingContext } from './finding.js';
import { namedTokens } from './tokens.js';

export type { Listener, Run, RunOptions } from './run-options.js';

/** The number of parallel checks; the target limits the number of requests. */
const parallelChecks = 6;

/** The average number of requests of a check on one subject of the demo catalogue. */
const requestsPerTask = 12;

/** The factor of `--timeout` for a request that timed out before and is now sent alone. */
const patienceAlone = 3;

/**
 * Checks a server. Throws a TransportError or TargetError if the server cannot be checked at all. If the server
 * disappears, or a signal arrives, the run has the results so far and `unfinished`.
 */
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
  private readonly sightings: Sightings;
  private readonly findings: FindingContext;
  private readonly outages: Outages;
  /** By task; running a task again replaces its result. */
  private readonly results = new Map<Task, Result>();
  private readonly changed = new Set<CollectionName>();
  private readonly shrunk = new Set<string>();
  private snapshot: Snapshot = new Map();
  /** Tasks without a response, possibly because of other requests; they run again alone. */
  private suspects: Task[] = [];
  private readonly inFlight: Unanswered[] = [];
  private ending: Pick<Unfinished, 'reason' | 'signal'> | null = null;

  constructor(
    private readonly target: Target,
    private readonly options: RunOptions,
    private readonly listener: Listener,
  ) {
    this.seed = options.seed ?? Math.floor(Math.random() * 2 ** 31);
    this.client = new RecordedClient(target, options.createClient);
    this.sightings = watchResponses(target, everyAnswer);
    const tokens = namedTokens(options);
    this.findings = { prefix: target.prefix, tokens, redact: redactor([...tokens.values()]) };
    this.outages = new Outages(target, listener);
  }

  async run(): Promise<Run> {
    const started = new Date();
    const tasks = planTasks(selectChecks(this.options), this.options).filter((task) =>
      isWanted(task, this.options.replay),
    );
    const stop = (): void => this.stop();
    this.options.signal?.addEventListener('abort', stop);
    try {
      await probe(this.target);
      await this.prepare();
      await this.runTasks(tasks, started);
    } finally {
      this.options.signal?.removeEventListener('abort', stop);
    }
    const { resume } = this.options;
    return {
      url: this.target.prefix,
      seed: this.seed,
      layer: this.options.layer ?? 'ours',
      options: toChoice(this.options),
      started_at: resume?.started_at ?? started.toISOString(),
      seconds: (resume?.seconds ?? 0) + (Date.now() - started.getTime()) / 1000,
      requests: (resume?.requests ?? 0) + this.target.requests,
      results: tasks.flatMap((task) => this.results.get(task) ?? []),
      snapshot: this.snapshot,
      changed: [...this.changed],
      outages: [...(resume?.outages ?? []), ...this.outages.past],
      unavailable: (resume?.unavailable ?? 0) + this.target.unavailable,
      unfinished: this.ending && {
        ...this.ending,
        in_flight: this.inFlight,
        remaining: tasks.filter((task) => !this.results.has(task)).map(idOfTask),
      },
    };
  }

  private async runTasks(tasks: readonly Task[], started: Date): Promise<void> {
    const kept = new Map(this.options.resume?.results.map((result) => [idOfResult(result), result]));
    const left = tasks.filter((task) => !kept.has(idOfTask(task)));
    this.listener.start?.(tasks.length, this.target.secondsFor(left.length * requestsPerTask));
    for (const task of tasks) {
      const result = kept.get(idOfTask(task));
      if (result) this.keep(task, result);
    }
    const inPhase = (phase: Phase): readonly Task[] => left.filter((task) => choosePhase(task) === phase);
    const read = async (): Promise<void> => {
      this.suspects.push(...inPhase('reading').filter((task) => this.isSuspect(task)));
      await this.runSuspects();
      const others = inPhase('reading').filter((task) => !this.isSuspect(task));
      await this.runAll(others, parallelChecks);
      await this.runSuspects();
      await this.settle(inPhase('reading'), started);
      await this.runAll(inPhase('writing'));
    };
    await Promise.all([read(), this.runAll(inPhase('waiting'))]);
    await this.runSuspects();
    await this.runAll(inPhase('exclusive'));
    await this.runAll(inPhase('last'));
  }

  /** Ends the run at once: aborts all requests in flight and starts no further check. */
  private stop(): void {
    const signal = String(this.options.signal?.reason);
    this.ending ??= { reason: `stopped by ${signal}`, signal };
    this.target.close();
  }

  /** A replayed check of every response needs no snapshot: it only sends its requests again. */
  private async prepare(): Promise<void> {
    const { replay, resume } = this.options;
    if (replay && replay.check in everyAnswer) {
      for (const request of replay.requests ?? []) await this.target.send(toAsk(request, this.findings.tokens));
      return;
    }
    this.snapshot = await this.readSnapshot();
    if (this.ending) return;
    this.listener.snapshot?.(this.snapshot);
    for (const [name, rows] of this.snapshot) {
      const before = resume?.snapshot.find(({ collection }) => collection === name)?.digest ?? null;
      if (before !== null && before !== digestRows(rows)) this.changed.add(name);
    }
  }

  /** Reads all rows. If a list gets no response from a server that is otherwise well, the snapshot records that. */
  private async readSnapshot(): Promise<Snapshot> {
    const snapshot = await this.orLose(() => takeSnapshot(this.target, this.options.maxItems), null);
    if (snapshot !== null || this.ending) return snapshot ?? this.snapshot;
    return takeSnapshot(this.target, this.options.maxItems, true);
  }

  private async orLose<Value, Lost>(read: () => Promise<Value>, lost: Lost): Promise<Value | Lost> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      await this.lose(error, { check: 'snapshot', subject: 'server' });
      return lost;
    }
  }

  private keep(task: Task, result: Result): void {
    this.results.set(task, result);
    this.listener.result?.(result);
  }

  private end(...ending: Parameters<typeof toResult>): void {
    this.keep(ending[0], toResult(...ending));
  }

  private async runAll(tasks: readonly Task[], atATime = 1): Promise<void> {
    const limit = pLimit(atATime);
    // An aborted run starts no further tasks.
    await limit.map(tasks, (task) => this.runTask(task)).finally(() => limit.clearQueue());
  }

  /** Gives each request more time while nothing else runs; a server that still does not respond is broken. */
  private async runSuspects(): Promise<void> {
    const suspects = this.suspects.splice(0);
    this.target.patience = patienceAlone;
    for (const task of suspects) await this.runTask(task, true);
    this.target.patience = 1;
  }

  /** Repeats checks that failed on data that changed meanwhile; after three attempts they are inconclusive. */
  private async settle(tasks: readonly Task[], started: Date): Promise<void> {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const failed = tasks.filter((task) => this.results.get(task)?.outcome === 'failed');
      if (failed.length === 0 || this.ending) return;
      const { snapshot: before } = this;
      const now = await this.readSnapshot();
      const compare = (): Promise<ReadonlySet<CollectionName>> => changedCollections(this.target, before, now, started);
      const changed = this.ending ? none : await this.orLose(compare, none);
      // Rows contain summaries of other collections, so a change may show anywhere.
      if (changed.size === 0) return;
      for (const name of changed) this.changed.add(name);
      this.snapshot = now;
      if (attempt < 2) {
        await this.runAll(failed, parallelChecks);
        await this.runSuspects();
      } else
        for (const task of failed)
          this.end(task, { outcome: 'inconclusive', reason: 'the data changed during each of three attempts' });
    }
  }

  /** Whether the resumed run got no response to this task; it never runs beside others again. */
  private isSuspect(task: Task): boolean {
    return this.options.resume?.unfinished.in_flight.map(idOfResult).includes(idOfTask(task)) === true;
  }

  private async runTask(task: Task, isAlone = this.isSuspect(task)): Promise<void> {
    const lacking = missing(task.check, this.options).join(' and ');
    if (lacking !== '') return this.end(task, { outcome: 'disabled', reason: `needs ${lacking}` });
    await this.outages.pass();
    // Checks of every response send nothing, and may have recorded a failure.
    const isLast = choosePhase(task) === 'last';
    if (this.ending && !isLast) return;
    const context = this.contextOf(task);
    const effort = { started: performance.now(), context };
    try {
      await task.run(context);
      // An unfinished run cannot pass these: the missing responses might still show a failure.
      if (!this.ending || !isLast) this.end(task, { outcome: 'passed', reason: null }, effort);
    } catch (error) {
      if (error instanceof TransportError) await this.withoutAnswer(error, task, effort, isAlone);
      else this.end(task, toEnding(await this.complete(task, error, context), this.findings), effort);
    }
  }

  /** Searches for a smaller request once per check, and only while the snapshot is current. */
  private async complete(task: Task, error: unknown, context: CheckContext): Promise<unknown> {
    if (!(error instanceof Violation)) return error;
    const isCurrent = choosePhase(task) === 'reading';
    const shrinks = !this.shrunk.has(task.check.id);
    this.shrunk.add(task.check.id);
    return completed(context, error, isCurrent && shrinks);
  }

  private contextOf({ check, subject }: Task): CheckContext {
    const { target, client, snapshot, options: given, sightings } = this;
    return new CheckContext({ target, client, snapshot, given, sightings }, `${this.seed}/${check.id}/${subject}`);
  }

  /**
   * Repeats a check that got no response alone, with the same choices, because a stalled machine or a restarted server
   * breaks no rule; a second failure counts. Writes are not repeated while the server is well.
   */
  private async withoutAnswer(error: TransportError, task: Task, effort: Effort, isAlone: boolean): Promise<void> {
    const recovery = await this.lose(error, { check: task.check.id, subject: task.subject });
    if (this.ending?.signal) return;
    const isWritten = recovery === 'well' && task.check.needs?.includes('writes') === true;
    if (isAlone || isWritten) {
      const evidence = error.request ? [unanswered(error.request)] : [];
      const observed = recovery === 'gone' ? `${error.message} It has not responded since.` : error.message;
      const violation = new Violation({ expected: 'a response', observed, exchanges: evidence });
      this.end(task, toEnding(violation, this.findings), effort);
    } else if (recovery !== 'gone') this.suspects.push(task);
  }

  /** Waits for a server after a request without a response, and ends the run if it does not come back. */
  private async lose(error: TransportError, by: Pick<Unanswered, 'check' | 'subject'>): Promise<Recovery> {
    const { origin } = new URL(this.target.prefix);
    const request = error.request && {
      ...by,
      curl: curlLine(origin, error.request, this.findings.redact, this.findings.tokens),
    };
    const recovery = this.ending ? 'gone' : await this.outages.waitOut(error, request);
    if (recovery === 'gone') {
      if (this.ending === null) {
        this.ending = { reason: error.message.replace(/\.$/, ''), signal: null };
        this.target.close();
      }
      if (request !== null) this.inFlight.push(request);
    }
    return recovery;
  }
}

const none: ReadonlySet<CollectionName> = new Set();
