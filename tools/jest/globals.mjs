/** Jest's globals for the test file being loaded; this module is loaded anew for each file. */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } =
  globalThis[Symbol.for('jest globals')];
