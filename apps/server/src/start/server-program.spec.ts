import { expect, it } from '@jest/globals';
import { serverProgram } from './server-program.js';

it.each([
  ['--port=80', "unknown option '--port=80'"],
  ['-p', "unknown option '-p'"],
  ['serve', 'too many arguments. Expected 0 arguments but got 1'],
])('the command line %s is refused in one line', (argument, reason) => {
  let written = '';
  const program = serverProgram().exitOverride();
  program.configureOutput({ ...program.configureOutput(), writeErr: (text) => (written += text) });
  expect(() => program.parse(['node', 'main.js', argument])).toThrow();
  expect(written).toBe(`resource-catalogue-server: ${reason}. Settings are environment variables: see --help.\n`);
});
