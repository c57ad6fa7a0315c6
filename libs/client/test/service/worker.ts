import { createClient } from '../../src/index.js';
import { failedBehaviours, type Surroundings } from './behaviours.js';

/** A Worker with a client that lives as long as its module, as most Workers have. */
export function makeWorker(
  surroundings: Surroundings,
  tokenUrl: string,
): { fetch(request: Request): Promise<Response> } {
  const { baseUrl } = surroundings;
  const token = async (): Promise<string> => (await fetch(tokenUrl)).text();
  const client = createClient({ baseUrl, token, maxAttempts: 10 });
  const list = async () => (await client.spaces.list({ limit: 1 })).data.length;
  const work: Readonly<Record<string, () => Promise<unknown>>> = {
    '/behaviours': () => failedBehaviours(surroundings),
    '/list': list,
    /** Ends, with everything that it has started, before the token arrives. */
    '/leave': async () => {
      void list().catch(() => {});
      return new Promise((resolve) => setTimeout(resolve, 100, 'left'));
    },
  };
  return { fetch: async ({ url }) => Response.json(await work[new URL(url).pathname]?.()) };
}
