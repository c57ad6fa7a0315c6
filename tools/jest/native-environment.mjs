import { AsyncLocalStorage } from 'node:async_hooks';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/**
 * Storages used by a file's services and the test framework; otherwise every later promise of the process would
 * inherit them.
 */
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
  storages.add(this);
  return run.apply(this, args);
};

/** Test files run one after another in the same process, so this restores the globals that a file changes. */
export default class NativeEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  before = { console: globalThis.console, exit: process.exit, environment: { ...process.env } };

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {
    // Node has the source maps of the modules that it loaded; Jest does not.
    Error.prepareStackTrace = undefined;
  }

  async teardown() {
    const { console, exit, environment } = this.before;
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    globalThis.console = console;
    process.exit = exit;
    for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
    Object.assign(process.env, environment);
    delete globalThis[Symbol.for('TEST_TIMEOUT_SYMBOL')];
    // A storage is enabled again by its next use.
    for (const storage of storages) storage.disable();
    storages.clear();
  }

  getVmContext() {
    return null;
  }
}
