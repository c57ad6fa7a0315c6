/** The service that runs for the tests, and a token that may do everything. */
export interface Service {
  readonly baseUrl: string;
  readonly token: string;
}

/** What `start.mjs` has started. */
export function runningService(): Service {
  const { CATALOGUE_URL, CATALOGUE_TOKEN } = process.env;
  if (CATALOGUE_URL === undefined || CATALOGUE_TOKEN === undefined) throw new Error('Run it with --e2e.');
  return { baseUrl: CATALOGUE_URL, token: CATALOGUE_TOKEN };
}

/** The OpenAPI document as the running service serves it. */
export async function servedDocument(): Promise<string> {
  const response = await fetch(`${runningService().baseUrl}/openapi.json`);
  return response.text();
}
