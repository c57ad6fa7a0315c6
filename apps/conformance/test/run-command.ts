import { expect, jest } from '@jest/globals';
import { main } from '../src/cli/program.js';

/** Runs the command in this process. */
export async function runCommand(...args: readonly string[]) {
  const written = { stdout: '', stderr: '' };
  const spies = (['stdout', 'stderr'] as const).map((stream) =>
    jest.spyOn(process[stream], 'write').mockImplementation((text) => {
      written[stream] += String(text);
      return true;
    }),
  );
  const before = process.exitCode;
  try {
    process.exitCode = undefined;
    return { code: await main(args), ...written };
  } finally {
    process.exitCode = before;
    for (const spy of spies) spy.mockRestore();
  }
}

/** Expects the command to exit with this code and a one-line error. */
export async function expectRejected(code: 2 | 3, words: string, ...args: readonly string[]): Promise<void> {
  const ending = await runCommand(...args);
  expect(ending.stderr).toContain(words);
  expect(ending.stderr.trim().split('\n')).toHaveLength(1);
  expect([ending.code, ending.stdout]).toEqual([code, '']);
}
