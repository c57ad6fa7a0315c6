import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';

/** Compiles one file at a time, with metadata of decorators. */
const configFile = fileURLToPath(new URL('../.swcrc', import.meta.url));

const isSource = (url) => /\.ts(?:\?|$)/.test(url ?? '');

/** Resolves imports of `.js` files to their sources. */
export async function resolve(specifier, context, next) {
  if (!/^\.{1,2}\/.*\.js$/.test(specifier) || !isSource(context.parentURL)) return next(specifier, context);
  return next(specifier.replace(/\.js$/, '.ts'), context).catch(() => next(specifier, context));
}

export async function load(url, context, next) {
  if (!isSource(url)) return next(url, context);
  const { code } = await transformFile(fileURLToPath(url), { configFile });
  return { format: 'module', source: code, shortCircuit: true };
}
