import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';
import Runtime from 'jest-runtime';

register('./module-hooks.mjs', import.meta.url);
process.setSourceMapsEnabled(true);

const require = createRequire(import.meta.url);

let testFiles = 0;

/**
 * Lets Node itself load the modules that tests import, once in each worker. Jest's runtime evaluates all of them
 * again for every test file: a second or more, for tests that mostly take a fraction of that.
 */
export default class NativeRuntime extends Runtime {
  /** Loads the test framework anew, since it holds the state of a test file in its module and on the global object. */
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
