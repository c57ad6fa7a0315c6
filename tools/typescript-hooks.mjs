import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';

/** Compiles one file at a time, with metadata of decorators. */
const configFile = fileURLToPath(new URL('../.swcrc', import.meta.url));

const isSource = (url) => /\.ts(?:\?|$)/.test(url ?? '');

/** Resolves imports of `.js` files, and of other projects, to their sources. */
export async function resolve(specifier, context, next) {
  const unbuilt = { ...context, conditions: ['@resource-catalogue/source', ...context.conditions] };
  if (!/^\.{1,2}\/.*\.js$/.test(specifier) || !isSource(context.parentURL)) return next(specifier, unbuilt);
  return next(specifier.replace(/\.js$/, '.ts'), unbuilt).catch(() => next(specifier, unbuilt));
}

export async function load(url, context, next) {
  if (!isSource(url)) return next(url, context);
  const { code } = await transformFile(fileURLToPath(url), { configFile });
  return { format: 'module', source: code, shortCircuit: true };
}
