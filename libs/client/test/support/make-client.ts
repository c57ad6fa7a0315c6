import { afterEach, beforeEach, jest } from '@jest/globals';
import { type Client, createClient } from '../../src/client.js';
import type { ClientEvent } from '../../src/http/events.js';
import type { ClientOptions } from '../../src/http/options.js';
import { createMockFetch, type MockFetch, type MockScript } from '../../src/testing/mock-fetch.js';
import { createTestClock, type TestClock } from '../../src/testing/test-clock.js';

const token = 'rct_secret-token';

// Time limits expire only when a test says so, regardless of the speed of the machine.
beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** A client under test, with its events. */
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

/** Makes a client with scripted responses instead of the network, and records the requests. */
export function mockedClient(
  script: MockScript,
  options: Partial<ClientOptions> = {},
): Watched & Pick<MockFetch, 'requests'> {
  const { fetch, requests } = createMockFetch(script);
  return { ...watchedClient({ baseUrl: 'https://catalogue.example.org', fetch, ...options }), requests };
}

/** The error of a promise that must reject. */
export async function errorOf(promise: PromiseLike<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('The promise did not reject.');
}
