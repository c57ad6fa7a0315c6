import { PassThrough } from 'node:stream';
import { expect, it } from '@jest/globals';
import { ignoreClosedPipes } from './closed-pipes.js';

const failure = (code: string) => Object.assign(new Error(code), { code });

it('a closed pipe does not end a command, but other output errors do', () => {
  const output = new PassThrough();
  ignoreClosedPipes(output);
  expect(() => output.emit('error', failure('EPIPE'))).not.toThrow();
  expect(() => output.emit('error', failure('ENOSPC'))).toThrow('ENOSPC');
});
