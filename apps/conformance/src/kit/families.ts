/** The families of checks, and the approximate requests of one check on one subject of the demonstration catalogue. */
export const familyCosts = {
  envelope: 3,
  schema: 1,
  paging: 10,
  sort: 11,
  sets: 13,
  ranges: 21,
  references: 2,
  get: 4,
  auth: 3,
  errors: 4,
  negatives: 21,
  hostile: 16,
  http: 6,
  limits: 6,
  forms: 179,
  client: 6,
  writes: 14,
  concurrency: 17,
  model: 37,
} as const;

export type Family = keyof typeof familyCosts;

export const isFamily = (name: string): name is Family => Object.hasOwn(familyCosts, name);

export const families: readonly Family[] = Object.keys(familyCosts).filter(isFamily);
