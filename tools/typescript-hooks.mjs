import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';

/** How sources are compiled: one file at a time, with what decorators are read by. */
const configFile = fileURLToPath(new URL('../.swcrc', import.meta.url));

const isSource = (url) => /\.ts(?:\?|$)/.test(url ?? '');

/** A module that another one names by what it will be once it is built. */
export async function resolve(specifier, context, next) {
  if (!/^\.{1,2}\/.*\.js$/.test(specifier) || !isSource(context.parentURL)) return next(specifier, context);
  return next(specifier.replace(/\.js$/, '.ts'), context).catch(() => next(specifier, context));
}

export async function load(url, context, next) {
  if (!isSource(url)) return next(url, context);
  const { code } = await transformFile(fileURLToPath(url), { configFile });
  return { format: 'module', source: code, shortCircuit: true };
}
