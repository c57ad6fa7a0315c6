import type { CollectionName } from '@resource-catalogue/contracts';
import pLimit from 'p-limit';
import { CheckContext } from '../kit/context.js';
import { Violation } from '../kit/violation.js';
import { watchResponses } from '../kit/watches.js';
import { watchesById } from '../checks/every-response.js';
import { changedCollections, digestRows, type Snapshot, takeSnapshot } from '../snapshot.js';
import { Exchange } from '../target/exchange.js';
import { makeRedactor } from '../target/redact.js';
import { Target } from '../target/target.js';
import { TransportError } from '../target/wire.js';
import { completeEvidence } from './evidence.js';
import { type FindingContext, tokensByName, shellLine, toRequestSpec } from './finding.js';
import { Outages, type Recovery, type LostRequest } from './outages.js';
import { choosePhase, missingOptions, type Phase, planTasks, type Task } from './plan.js';
import { probe } from './probe.js';
import { type Effort, resultId, taskId, type Result, toEnding, toResult } from './result.js';
import { type Listener, type Run, type RunOptions, toChoice, type Unfinished } from './run-options.js';

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
  private readonly sightings: ReturnType<typeof watchResponses>;
  private readonly findings: FindingContext;
  private readonly outages: Outages;
  /** By task; running a task again replaces its result. */
  private readonly results = new Map<Task, Result>();
  private readonly changed = new Set<CollectionName>();
  private readonly shrunk = new Set<string>();
  private snapshot: Snapshot = new Map();
  /** Tasks without a response, possibly because of other requests; they run again alone. */
  private suspects: Task[] = [];
  /** Tasks without a response in the resumed run; they never run beside others again. */
  private readonly former: ReadonlySet<string>;
  private readonly inFlight: LostRequest[] = [];
  private ending: Pick<Unfinished, 'reason' | 'signal'> | null = null;

  constructor(
    private readonly target: Target,
    private readonly options: RunOptions,
    private readonly listener: Listener,
  ) {
    this.seed = options.seed ?? Math.floor(Math.random() * 2 ** 31);
    this.sightings = watchResponses(target, watchesById);
    const tokens = tokensByName(options);
    this.findings = { prefix: target.prefix, tokens, redact: makeRedactor([...tokens.values()]) };
    this.outages = new Outages(target, listener);
    this.former = new Set(options.resume?.unfinished.in_flight.map(resultId));
  }

  async run(): Promise<Run> {
    const started = new Date();
    const { options, target } = this;
    const { resume, signal } = options;
    const tasks = planTasks(options);
    const stop = (): void =>
      this.stop({ reason: `stopped by ${String(signal?.reason)}`, signal: String(signal?.reason) });
    signal?.addEventListener('abort', stop);
    try {
      await probe(target);
      await this.prepare();
      await this.runTasks(tasks, started);
    } finally {
      signal?.removeEventListener('abort', stop);
    }
    const remaining = tasks.filter((task) => !this.results.has(task)).map(taskId);
    return {
      url: target.prefix,
      seed: this.seed,
      layer: options.layer ?? 'extension',
      options: toChoice(options),
      started_at: resume?.started_at ?? started.toISOString(),
      seconds: (resume?.seconds ?? 0) + (Date.now() - started.getTime()) / 1000,
      requests: (resume?.requests ?? 0) + target.requests,
      results: tasks.flatMap((task) => this.results.get(task) ?? []),
      snapshot: this.snapshot,
      changed: [...this.changed],
      outages: [...(resume?.outages ?? []), ...this.outages.past],
      unavailable: (resume?.unavailable ?? 0) + target.unavailable,
      unfinished: this.ending && { ...this.ending, in_flight: this.inFlight, remaining },
    };
  }

  /** Ends the run at once: aborts all requests in flight and starts no further check. */
  private stop(ending: Pick<Unfinished, 'reason' | 'signal'>): void {
    this.ending ??= ending;
    this.target.close();
  }

  /** A replayed check of every response needs no snapshot: it only sends its requests again. */
  private async prepare(): Promise<void> {
    const { requests, resume } = this.options;
    if (requests) {
      for (const request of requests) await this.target.send(toRequestSpec(request, this.findings.tokens));
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
    try {
      return await takeSnapshot(this.target, this.options.maxItems);
    } catch (error) {
      if (!(error instanceof TransportError)) throw error;
      await this.awaitRecovery(error, { check: 'snapshot', subject: 'server' });
      return this.ending ? this.snapshot : takeSnapshot(this.target, this.options.maxItems, true);
    }
  }

  private async runTasks(tasks: readonly Task[], started: Date): Promise<void> {
    const { resume } = this.options;
    const kept = new Map(resume?.results.map((result) => [resultId(result), result]));
    const left = tasks.filter((task) => !kept.has(taskId(task)));
    this.listener.start?.(tasks.length, this.target.secondsFor(left.length * requestsPerTask));
    for (const task of tasks) {
      const result = kept.get(taskId(task));
      if (result) this.keep(task, result);
    }
    const inPhase = (phase: Phase): readonly Task[] => left.filter((task) => choosePhase(task) === phase);
    const readAndWrite = async (): Promise<void> => {
      const reading = inPhase('reading');
      this.suspects.push(...reading.filter((task) => this.former.has(taskId(task))));
      await this.runSuspects();
      await this.read(reading.filter((task) => !this.former.has(taskId(task))));
      await this.settle(reading, started);
      await this.runAll(inPhase('writing'));
    };
    await Promise.all([readAndWrite(), this.runAll(inPhase('waiting'))]);
    await this.runSuspects();
    await this.runAll(inPhase('exclusive'));
    await this.runAll(inPhase('last'));
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

  private async read(tasks: readonly Task[]): Promise<void> {
    await this.runAll(tasks, parallelChecks);
    await this.runSuspects();
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
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      const failed = tasks.filter((task) => this.results.get(task)?.outcome === 'failed');
      if (failed.length === 0 || this.ending) return;
      const now = await this.readSnapshot();
      const changed = await changedCollections(this.target, this.snapshot, now, started);
      // Rows contain summaries of other collections, so a change may show anywhere.
      if (changed.length === 0) return;
      for (const name of changed) this.changed.add(name);
      this.snapshot = now;
      if (attempt < 3) await this.read(failed);
      else
        for (const task of failed)
          this.end(task, { outcome: 'inconclusive', reason: 'the data changed during each of three attempts' });
    }
  }

  private async runTask(task: Task, isAlone = this.former.has(taskId(task))): Promise<void> {
    const { check, subject } = task;
    const lacking = missingOptions(check, this.options).join(' and ');
    if (lacking !== '') return this.end(task, { outcome: 'disabled', reason: `needs ${lacking}` });
    await this.outages.pass();
    // Checks of every response send nothing, and may have recorded a failure.
    const isLast = choosePhase(task) === 'last';
    if (this.ending && !isLast) return;
    const { target, snapshot, options: given, sightings } = this;
    const run = { target, snapshot, given, sightings, createClient: given.createClient };
    const context = new CheckContext(run, `${this.seed}/${check.id}/${subject}`);
    const effort = { started: performance.now(), context };
    try {
      await task.run(context);
      // An unfinished run cannot pass these: the missing responses might still show a failure.
      if (!this.ending || !isLast) this.end(task, { outcome: 'passed', reason: null }, effort);
    } catch (error) {
      if (error instanceof TransportError) return this.handleLostResponse(error, task, effort, isAlone);
      const reason = error instanceof Violation ? await this.complete(error, task, context) : error;
      this.end(task, toEnding(reason, this.findings), effort);
    }
  }

  /** Searches for a smaller request once per check, and only while the snapshot is current. */
  private async complete(violation: Violation, task: Task, context: CheckContext): Promise<Violation> {
    const isFirst = !this.shrunk.has(task.check.id);
    this.shrunk.add(task.check.id);
    return completeEvidence(context, violation, isFirst && choosePhase(task) === 'reading');
  }

  /**
   * Repeats a check that got no response alone, with the same choices, because a stalled machine or a restarted server
   * breaks no rule; a second failure counts. Writes are not repeated while the server is well.
   */
  private async handleLostResponse(error: TransportError, task: Task, effort: Effort, isAlone: boolean): Promise<void> {
    const recovery = await this.awaitRecovery(error, { check: task.check.id, subject: task.subject });
    if (this.ending?.signal) return;
    const isWritten = recovery === 'well' && choosePhase(task) === 'writing';
    if (isAlone || isWritten) {
      const exchanges = error.request ? [new Exchange(error.request, 0, new Map(), Buffer.alloc(0))] : [];
      const observed = recovery === 'gone' ? `${error.message} It has not responded since.` : error.message;
      const violation = new Violation({ expected: 'a response', observed, exchanges });
      this.end(task, toEnding(violation, this.findings), effort);
    } else if (recovery !== 'gone') this.suspects.push(task);
  }

  /** Waits for a server after a request without a response, and ends the run if it does not come back. */
  private async awaitRecovery(error: TransportError, by: Pick<LostRequest, 'check' | 'subject'>): Promise<Recovery> {
    const request = error.request && { ...by, curl: shellLine(this.findings, error.request) };
    const recovery = this.ending ? 'gone' : await this.outages.waitOut(error, request);
    if (recovery === 'gone') {
      this.stop({ reason: error.message.replace(/\.$/, ''), signal: null });
      if (request) this.inFlight.push(request);
    }
    return recovery;
  }
}
