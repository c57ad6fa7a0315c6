import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

const listed = readFileSync(join(root, '.gitignore'), 'utf8').split('\n');

/**
 * Files that are not pages: the contract, which reference.mjs splits, generated documents, build outputs, and files in
 * the root that .gitignore does not list.
 */
export const excluded = [
  ...['docs/interface.md', 'libs/client/api/**', '**/{bundle,dist,out-tsc,node_modules}/**'],
  ...readdirSync(root)
    .filter((name) => !listed.includes(`!/${name}`))
    .flatMap((name) => [name, `${name}/**`]),
];

/** The path of a document on the site: those of `docs/` and the reference are at the root, others below `workspace/`. */
export function pagePath(source) {
  const name = source.replace(/(^|\/)README\.md$/, '$1index.md');
  const above = /^docs\/|^apps\/site\/(?=reference\/)/;
  return above.test(name) ? name.replace(above, '') : `workspace/${name}`.toLowerCase();
}

export const titleOf = (source) =>
  /^# (.*)$/m.exec(readFileSync(join(root, source), 'utf8'))?.[1].replaceAll('`', '') ?? source;

export const documentsIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .sort()
    .map((name) => `${folder}/${name}`);

/** GitHub's anchor for a heading, so that links work in both places. */
export const anchorOf = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-');
