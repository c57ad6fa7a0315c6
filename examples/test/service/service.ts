/** The service that `start.mjs` has started, and a token that may do everything. */
export function runningService(): { readonly baseUrl: string; readonly token: string } {
  const { CATALOGUE_URL, CATALOGUE_TOKEN } = process.env;
  if (CATALOGUE_URL === undefined || CATALOGUE_TOKEN === undefined) throw new Error('Run it with --e2e.');
  return { baseUrl: CATALOGUE_URL, token: CATALOGUE_TOKEN };
}
