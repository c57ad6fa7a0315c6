import { jest } from '@jest/globals';
import { type Client, createClient } from '../../src/client.js';
import type { ClientEvent } from '../../src/http/events.js';
import type { ClientOptions } from '../../src/http/options.js';
import { createTestClock, type TestClock } from '../../src/testing/test-clock.js';

export const token = 'rct_secret-token';

/** A client under test, with what it did. */
interface Watched {
  readonly client: Client;
  readonly clock: TestClock;
  readonly events: readonly ClientEvent[];
  /** The events of one type. */
  eventsOf<Type extends ClientEvent['type']>(type: Type): Extract<ClientEvent, { type: Type }>[];
}

/** Makes a client whose waits take no time. */
export function watchedClient(options: Partial<ClientOptions> & Pick<ClientOptions, 'baseUrl'>): Watched {
  const clock = createTestClock();
  const events: ClientEvent[] = [];
  const client = createClient({ token, clock, onEvent: (event) => events.push(event), ...options });
  const eventsOf = <Type extends ClientEvent['type']>(type: Type) =>
    events.filter((event): event is Extract<ClientEvent, { type: Type }> => event.type === type);
  return { client, clock, events, eventsOf };
}

/** Makes a client with a mock in place of the network. */
export function mockedClient(fetch: typeof globalThis.fetch, options: Partial<ClientOptions> = {}): Watched {
  return watchedClient({ baseUrl: 'https://catalogue.example.org', fetch, ...options });
}

/** The error that a promise ends with. */
export async function errorOf(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
}

/** A moment that a test waits for, and something else reaches. */
interface Moment {
  readonly reached: Promise<void>;
  reach(): void;
}

export function moment(): Moment {
  let reach = () => {};
  const reached = new Promise<void>((resolve) => (reach = resolve));
  return { reached, reach: () => reach() };
}

/** Stops the clock of the machine: the limits of attempts pass when a test moves it, however slow the machine is. */
export function stopClock(): void {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] });
}
