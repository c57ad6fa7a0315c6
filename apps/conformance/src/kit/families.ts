/** The families of checks, and the approximate requests of one check on one subject of the demonstration catalogue. */
export const familyCosts = {
  envelope: 3,
  schema: 1,
  paging: 17,
  sort: 13,
  sets: 31,
  ranges: 28,
  references: 2,
  get: 7,
  auth: 8,
  errors: 4,
  negatives: 22,
  hostile: 16,
  http: 6,
  limits: 7,
  forms: 227,
  client: 7,
  writes: 19,
  concurrency: 21,
  model: 184,
} as const;

export type Family = keyof typeof familyCosts;

export const isFamily = (name: string): name is Family => Object.hasOwn(familyCosts, name);

export const families: readonly Family[] = Object.keys(familyCosts).filter(isFamily);
