import fc from 'fast-check/unseeded';

// Replaces `fast-check` in tests: loading all of it takes time. Failures print seed and path.
fc.configureGlobal({ seed: Number(process.env.TEST_SEED), numRuns: process.env.EXHAUSTIVE ? 1000 : 50 });

/** All characters except lone surrogates. */
const surrogates = [0xd800, 0x800];
const character = fc.nat({ max: 0x10ffff - surrogates[1] }).map(
  (index) => String.fromCodePoint(index < surrogates[0] ? index : index + surrogates[1]),
  (text) => {
    const [first = '', ...more] = [...text];
    if (first === '' || more.length > 0 || !first.isWellFormed()) throw new Error('Expected a single character.');
    const code = first.codePointAt(0);
    return code < surrogates[0] ? code : code - surrogates[1];
  },
);

/**
 * The same strings as in the package, whose own unit builds a map of a million characters: six seconds in each
 * process.
 */
const string = (constraints) =>
  fc.string(constraints?.unit === 'binary' ? { ...constraints, unit: character } : constraints);

export default { ...fc, string };
