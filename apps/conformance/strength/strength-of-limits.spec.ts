import { describe, it } from '@jest/globals';
import { expectCaught, waitingFaults } from './test/prove-strength.js';

describe('every known fault of limits', () => {
  it.concurrent.each(waitingFaults)('$id is caught by a check of its own family', expectCaught);
});
