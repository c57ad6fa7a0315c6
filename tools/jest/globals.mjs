/** What Jest gives to the test file that is being loaded: this module is loaded anew for each. */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } =
  globalThis[Symbol.for('jest globals')];
