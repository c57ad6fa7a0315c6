import type { DatabaseKind } from '@resource-catalogue/testing/database-kinds';
import { objectOf, textOf } from '@resource-catalogue/testing/json';
import { type Answer, type Client, clientOf } from '@resource-catalogue/testing/requests';

/** Where the shared service is. */
export interface Place {
  readonly url: string;
  /** May do everything, practically without limit. */
  readonly token: string;
  /** What counts rows. */
  readonly counts: string;
}

/** The service on the seeded database that all test files share: nothing may be written through it. */
export interface ReadOnlyService extends Client {
  readonly token: string;
  /** The rows of a table, or of what follows FROM, for facts that the interface does not show. */
  count(from: string): Promise<number>;
}

export async function readOnlyService(kind: DatabaseKind): Promise<ReadOnlyService> {
  const door = clientOf(process.env['READ_ONLY_SERVICES'] ?? '', '');
  const place = objectOf(bodyOf(await door.request(`/${kind}`)).json());
  await door.close();
  const token = textOf(place['token']);
  const client = clientOf(textOf(place['url']), token);
  const counting = clientOf(textOf(place['counts']), '');
  return {
    ...client,
    token,
    count: async (from) => Number(bodyOf(await counting.request('/', { method: 'POST', body: from })).text),
    close: async () => {
      await client.close();
      await counting.close();
    },
  };
}

function bodyOf(answer: Answer): Answer {
  if (answer.status === 200) return answer;
  throw new Error(answer.text);
}
