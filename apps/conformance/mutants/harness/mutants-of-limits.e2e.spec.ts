import { describe, it } from '@jest/globals';
import { expectKilled, waitingMutants } from './test/prove-mutants-killed.js';

describe('every known mutant of limits', () => {
  it.concurrent.each(waitingMutants)('$id is killed by a check of its own family', expectKilled);
});
