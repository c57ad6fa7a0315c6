import { AsyncLocalStorage } from 'node:async_hooks';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/** The storages that a file's services and the test framework have used: each is handed on with every promise of the process. */
const storages = new Set();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (...args) {
  storages.add(this);
  return run.apply(this, args);
};

/** The process itself, in which one test file follows another: what a file changes of it is put back behind it. */
export default class NativeEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);
  before = { console: globalThis.console, exit: process.exit, environment: { ...process.env } };

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {
    // Node knows the source maps of what it has loaded; Jest, which has not loaded it, does not.
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
    // One that is used again begins again.
    for (const storage of storages) storage.disable();
    storages.clear();
  }

  getVmContext() {
    return null;
  }
}
