/** The service started by `start.mjs`, and a token with all permissions. */
export function getRunningService(): { readonly baseUrl: string; readonly token: string } {
  const { CATALOGUE_URL, CATALOGUE_TOKEN } = process.env;
  if (CATALOGUE_URL === undefined || CATALOGUE_TOKEN === undefined)
    throw new Error('The test service is not running: run the tests with --e2e.');
  return { baseUrl: CATALOGUE_URL, token: CATALOGUE_TOKEN };
}
