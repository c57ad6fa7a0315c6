import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Links to files that are not pages of the site lead here. */
export const repository = 'https://github.com/resource-catalogue/resource-catalogue';

const listed = readFileSync(join(root, '.gitignore'), 'utf8').split('\n');

/** Files that are not pages: generated documents, build outputs, and files in the root that .gitignore does not list. */
export const excluded = [
  ...['libs/client/api/**', '**/{bundle,dist,out-tsc,packaging,node_modules}/**'],
  ...readdirSync(root)
    .filter((name) => !listed.includes(`!/${name}`))
    .flatMap((name) => [name, `${name}/**`]),
];

/** The path of a document on the site: documents in `docs/` are at the root, others below `workspace/`. */
export function addressOf(source) {
  const name = source.replace(/^docs\//, '').replace(/(^|\/)README\.md$/, '$1index.md');
  return name.startsWith('adr/') || source.startsWith('docs/') ? name : `workspace/${name}`.toLowerCase();
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

/** The target of a relative link: a page of the site if there is one, otherwise a file in the repository. */
export function linkFrom(source, link) {
  if (/^(?:[a-z]+:|#|\/)/.test(link)) return link;
  const [path, hash] = link.split('#');
  const anchor = hash === undefined ? '' : `#${hash}`;
  const target = posix.join(posix.dirname(source), path).replace(/\/$/, '');
  const readme = `${target}/README.md`;
  const page = [target, readme].find((file) => file.endsWith('.md') && isPage(file));
  if (page !== undefined) return `/${addressOf(page)}${anchor}`;
  const isFolder = existsSync(join(root, target)) && statSync(join(root, target)).isDirectory();
  return `${repository}/${isFolder ? 'tree' : 'blob'}/main/${target}${anchor}`;
}

const isPage = (file) => !file.startsWith('libs/client/api/') && existsSync(join(root, file));
