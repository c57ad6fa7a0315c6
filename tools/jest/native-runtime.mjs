import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';
import Runtime from 'jest-runtime';

register('./module-hooks.mjs', import.meta.url);
process.setSourceMapsEnabled(true);

const require = createRequire(import.meta.url);

let testFiles = 0;

/**
 * Lets Node itself load what tests import, once in each worker. Jest's own runtime evaluates all of it again for every
 * test file, in a context of its own: a second or more, for tests that mostly take a fraction of it.
 */
export default class NativeRuntime extends Runtime {
  /** Loads the test framework, which keeps what it knows of a test file in its module, and on the global object. */
  requireInternalModule(path) {
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    delete require.cache[path];
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule(path) {
    globalThis[Symbol.for('jest globals')] = this.requireModuleOrMock(path, '@jest/globals');
    testFiles += 1;
    return import(`${pathToFileURL(path).href}?test-file=${testFiles}`);
  }
}
