/** The families of checks, in the order of reports. */
export const families = [
  ...(['envelope', 'schema', 'paging', 'sort', 'sets', 'ranges', 'references', 'get', 'auth', 'errors'] as const),
  ...(['negatives', 'hostile', 'http', 'limits', 'forms', 'client', 'writes', 'concurrency', 'model'] as const),
];

export type Family = (typeof families)[number];
