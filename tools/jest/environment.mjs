/** What every generated test of the workspace starts from, so that a run is the same as the last one. */
const standardSeed = 20260301;

/** How often an exhaustive run does what the main run does a few times. */
const manyRounds = 20;

/** Fills in what tests read of the environment. What tests start gets it from there, too. */
export function completeEnvironment(environment) {
  environment.TEST_SEED = chosenSeed(environment.TEST_SEED ?? '');
  if (environment.EXHAUSTIVE) environment.EXHAUSTIVE_ROUNDS ??= String(manyRounds);
  // Tests ask whether there is one.
  else delete environment.EXHAUSTIVE;
}

/** A whole number, or `random` for another one each time, which is printed. */
function chosenSeed(wish) {
  if (wish === '') return String(standardSeed);
  if (wish !== 'random') {
    if (Number.isInteger(Number(wish))) return wish;
    throw new Error('TEST_SEED is a whole number, or the word random.');
  }
  const seed = String(Math.floor(Math.random() * 2 ** 31));
  console.log(`TEST_SEED=${seed}`);
  return seed;
}
