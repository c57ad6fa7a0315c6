import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Prisma's runtime holds 22 MB that it has no use for, in every process: its query compiler twice as a text, and a graph whose
 * nodes are objects with a few large numbers as keys, for which V8 makes arrays up to the largest. No setting of Prisma's changes
 * that, so the bundle does. A bundle that finds another runtime than it knows fails, and so tells whoever updates Prisma.
 */
export const prismaMemory = (out) => ({
  name: 'memory of Prisma',
  setup({ onLoad }) {
    onLoad({ filter: runtime('query_compiler_\\w+\\.postgresql\\.wasm-base64\\.mjs') }, async ({ path }) => {
      const { wasm } = await import(path);
      await writeFile(join(out, compiler), Buffer.from(wasm, 'base64'));
      // Whoever imports it makes a Buffer of it, which takes bytes as well as base64.
      const contents = `import { readFileSync } from 'node:fs'; export const wasm = readFileSync(new URL('${compiler}', import.meta.url));`;
      return { contents };
    });
    onLoad({ filter: runtime('client\\.js') }, async ({ path }) => {
      let contents = await readFile(path, 'utf8');
      for (const [before, after, times] of graph) {
        const parts = contents.split(before);
        if (parts.length !== times + 1) {
          throw new Error(`${path} has changed: look whether its graph is still made of objects, or remove this step.`);
        }
        contents = parts.join(after);
      }
      return { contents };
    });
  },
});

const compiler = 'query-compiler.wasm';

const runtime = (name) => new RegExp(`[\\\\/]@prisma[\\\\/]client[\\\\/]runtime[\\\\/]${name}$`);

/** Maps in the place of objects: what stands there, what is to, and how often. */
const graph = [
  ['o={};for(let s=0;s<i;s++){let a=this.#i()', 'o=new Map;for(let s=0;s<i;s++){let a=this.#i()', 2],
  ['o[a]=S}r.push({edges:o})', 'o.set(a,S)}r.push({edges:o})', 1],
  ['o[a]=P}r.push({edges:o})', 'o.set(a,P)}r.push({edges:o})', 1],
  ['n.edges[i]', 'n.edges.get(i)', 2],
];
