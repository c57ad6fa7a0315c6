import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

type Texts = Readonly<Record<string, string>>;

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: readonly { readonly shell: string; readonly env: Texts; readonly run: string }[] };
}

/** Runs the steps of the action as a runner of GitHub does, and returns the exit code of the first that fails, else 0. */
export async function runAction(given: Texts, cwd: string, summary: string): Promise<number> {
  const file = new URL('../../.github/actions/conformance/action.yml', import.meta.url);
  const { inputs, runs } = parse(await readFile(file, 'utf8')) as Action;
  const unknown = Object.keys(given).filter((name) => !(name in inputs));
  if (unknown.length > 0) throw new Error(`The action has no input ${unknown.join(', ')}.`);
  const valueOf = (name: string): string => {
    const value = given[name] ?? inputs[name]?.default;
    if (value === undefined) throw new Error(`The action needs the input ${name}.`);
    return value;
  };
  const { PATH, HOME } = process.env;
  for (const { shell, env, run } of runs.steps) {
    // An input in the text of a script would become part of the script.
    if (run.includes('${{') || shell !== 'bash')
      throw new Error('A script is for bash, and takes values from variables.');
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
