/** Node flags for Jest and its workers. */
export const flags = [
  '--no-warnings=ExperimentalWarning',
  // Optimising the embedded PostgreSQL takes longer than it saves in a test run.
  '--liftoff-only',
];
