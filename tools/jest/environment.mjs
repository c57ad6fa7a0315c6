/** The seed of all generated tests, so that runs are reproducible. */
const standardSeed = 20260301;

/** Factor of additional rounds in an exhaustive run. */
const manyRounds = 20;

/** Completes the environment variables of tests, which the processes they start inherit. */
export function completeEnvironment(environment) {
  environment.TEST_SEED = chosenSeed(environment.TEST_SEED ?? '');
  if (environment.EXHAUSTIVE) environment.EXHAUSTIVE_ROUNDS ??= String(manyRounds);
  // Delete an empty variable, because tests only check whether it exists.
  else delete environment.EXHAUSTIVE;
}

/** Accepts an integer, or `random` for a new one each time, which is printed. */
function chosenSeed(value) {
  if (value === '') return String(standardSeed);
  if (value !== 'random') {
    if (Number.isInteger(Number(value))) return value;
    throw new Error('TEST_SEED must be an integer or `random`.');
  }
  const seed = String(Math.floor(Math.random() * 2 ** 31));
  console.log(`TEST_SEED=${seed}`);
  return seed;
}
