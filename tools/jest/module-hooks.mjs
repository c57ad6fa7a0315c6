import { load as loadSource, resolve as resolveSource } from '../typescript-hooks.mjs';

const beside = (name) => new URL(name, import.meta.url).href;
const globals = beside('globals.mjs');

/** Replacements for packages in tests. */
const replaced = new Map([
  ['@jest/globals', globals],
  ['fast-check', beside('fast-check.mjs')],
]);

/** Modules of tests may register hooks and hold state for one test file, so each file gets its own instance. */
const belongsToTestFile = (url) =>
  url === globals ||
  (/\/test\/|\/libs\/testing\/src\/|\.spec\.ts$/.test(url) && !/\/node_modules\/|\/test\/support\/once\//.test(url));

export async function resolve(specifier, context, next) {
  const { url, ...rest } = await resolveOnce(specifier, context, next);
  const testFile = context.parentURL?.split('?test-file=')[1];
  return { ...rest, url: testFile !== undefined && belongsToTestFile(url) ? `${url}?test-file=${testFile}` : url };
}

async function resolveOnce(specifier, context, next) {
  const url = replaced.get(specifier);
  if (url !== undefined) return { url, shortCircuit: true };
  if (specifier === 'fast-check/unseeded') return next('fast-check', context);
  // Sources of other projects are loaded unbuilt.
  const conditions = ['@resource-catalogue/source', ...context.conditions];
  return resolveSource(specifier, { ...context, conditions }, next);
}

const loaded = new Map();

/** Compiles each source once, even if it is loaded several times. */
export async function load(url, context, next) {
  const [file] = url.split('?');
  if (!file.endsWith('.ts')) return next(url, context);
  if (!loaded.has(file)) loaded.set(file, loadSource(file, context, next));
  return loaded.get(file);
}
