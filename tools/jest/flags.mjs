/** How Node runs Jest and its workers. */
export const flags = [
  '--no-warnings=ExperimentalWarning',
  // A second, better compilation of the embedded PostgreSQL costs more than it gains in a run of tests.
  '--liftoff-only',
];
