import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

type Texts = Readonly<Record<string, string>>;

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly { readonly shell: string; readonly env: Texts; readonly run: string }[] };
}

/** Runs the steps of the action like a GitHub runner and returns the exit code of the first failing step, or 0. */
export async function runAction(given: Texts, cwd: string, summary: string): Promise<number> {
  const file = new URL('../../.github/actions/conformance/action.yml', import.meta.url);
  const { inputs, runs } = parse(await readFile(file, 'utf8')) as Action;
  const unknown = Object.keys(given).filter((name) => !(name in inputs));
  if (unknown.length > 0) throw new Error(`The action has no input ${unknown.join(', ')}.`);
  const valueOf = (name: string): string => {
    const value = given[name] ?? inputs[name]?.default;
    if (value === undefined) throw new Error(`The action requires the input ${name}.`);
    return value;
  };
  const { PATH, HOME } = process.env;
  for (const { shell, env, run } of runs.steps) {
    // An input inserted into a script would be executed as part of it.
    if (run.includes('${{') || shell !== 'bash')
      throw new Error('Scripts must use bash and take values from variables.');
    const values = Object.entries(env).map(([name, text]) => {
      const value = text.replaceAll(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, input: string) => valueOf(input));
      return [name, value] as const;
    });
    const job = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
      cwd,
      env: { PATH, HOME, GITHUB_STEP_SUMMARY: summary, ...Object.fromEntries(values) },
      stdio: 'ignore',
    });
    await once(job, 'close');
    if (job.exitCode !== 0) return job.exitCode ?? 1;
  }
  return 0;
}
