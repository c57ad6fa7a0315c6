import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import { contractShapes } from './contract-shapes.mjs';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const contractsEntry = fileURLToPath(new URL('../../contracts/src/index.ts', import.meta.url));
const contracts = '@resource-catalogue/contracts';

/** The entries of the package: the folders of `exports`, and the root. */
export const entries = ['.', 'availability', 'cache', 'logging', 'testing', 'validation'];

/** Bundles the declarations of each entry into one file that imports only ky: path in the package → text. */
export async function rolledDeclarations() {
  const shapes = contractShapes(contractsEntry);
  const files = new Map();
  for (const entry of entries) {
    const bundle = await rollup({
      input: join(dist, entry, 'index.d.ts'),
      external: ['ky'],
      plugins: [shapesOf(shapes), elsewhere(entry), dts()],
      onwarn: (warning) => {
        throw new Error(warning.message);
      },
    });
    const { output } = await bundle.generate({ format: 'es' });
    files.set(join(entry, 'index.d.ts'), output[0].code);
    await bundle.close();
  }
  return files;
}

/** A plugin that replaces imports of the contracts by these declarations. */
const shapesOf = (shapes) => ({
  name: 'contract-shapes',
  resolveId: (source) => (source === contracts ? join(dist, 'contract-shapes.d.ts') : null),
  load: (id) => (id === join(dist, 'contract-shapes.d.ts') ? shapes : null),
});

/** An additional entry imports shared types from the root, so that no type exists twice. */
const elsewhere = (entry) => ({
  name: 'elsewhere',
  resolveId(source, importer) {
    if (entry === '.' || importer === undefined || !source.startsWith('.')) return null;
    const target = resolve(dirname(importer), source);
    return target.startsWith(join(dist, entry) + '/') ? null : { id: '../index.js', external: true };
  },
});
