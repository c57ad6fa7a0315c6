import { selectChecks } from './run/plan.js';
import { requirements, ruleIds } from './rules/requirements.js';
import { makeReport, type RuleReport } from './reports/report.js';
import { runChecks, type RunOptions } from './run/run.js';

/** The functions of a test runner that the suite needs; jest, vitest and node:test have them. */
interface TestRunner {
  describe(name: string, body: () => void): void;
  beforeAll(work: () => Promise<void>, timeout?: number): void;
  it(name: string, body: () => void | Promise<void>): void;
}

export interface ConformanceOptions extends RunOptions {
  /** The functions of the test runner, such as those of `@jest/globals`. */
  readonly runner: TestRunner;
  /** Maximum duration of the run in milliseconds; five minutes by default. */
  readonly runTimeout?: number;
  /** Minimum number of executed checks; one by default. */
  readonly minExecuted?: number;
}

/**
 * Defines one test per rule that the options select and that has checks. All checks run once, before the first test. A
 * rule whose checks are inconclusive passes its test.
 *
 * @param url The base URL of the server, or a function that starts it and returns the URL.
 */
export function defineConformance(url: string | (() => Promise<string>), options: ConformanceOptions): void {
  const { runner, runTimeout = 300_000, minExecuted = 1, ...runOptions } = options;
  const selected = new Set(selectChecks(runOptions).flatMap(({ rules }) => rules));
  runner.describe('conformance', () => {
    let reports: ReadonlyMap<string, RuleReport> = new Map();
    let executed = 0;
    let unfinished: string | null = null;
    runner.beforeAll(async () => {
      const run = await runChecks(typeof url === 'string' ? url : await url(), runOptions);
      const report = makeReport(run, null);
      reports = new Map(report.rules.map((one) => [one.rule, one]));
      executed = report.executed;
      unfinished = run.unfinished?.reason ?? null;
    }, runTimeout);
    runner.it(`at least ${minExecuted} checks were executed`, () => {
      if (executed < minExecuted)
        throw new Error(`Only ${executed} checks were executed; expected at least ${minExecuted}.`);
    });
    runner.it('the run completes', () => {
      if (unfinished !== null) throw new Error(unfinished);
    });
    for (const rule of ruleIds.filter((id) => selected.has(id))) {
      runner.it(`${rule}: ${requirements[rule].text}`, () => {
        const report = reports.get(rule);
        if (report && ['failed', 'errored', 'unfinished'].includes(report.outcome))
          throw new Error(`${rule} ${report.outcome}: ${report.reason}`);
      });
    }
  });
}
