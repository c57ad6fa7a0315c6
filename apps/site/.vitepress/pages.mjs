import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Where whoever reads the site finds what is no page of it. */
export const repository = 'https://github.com/resource-catalogue/resource-catalogue';

/** What is written for tools and reviews, not to be read from the beginning. */
export const left = ['libs/client/api/**', '**/{bundle,dist,out-tsc,packaging,node_modules}/**'];

/** The address of a document: `docs/` is the site, and of the projects their READMEs are. */
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

/** The anchor that GitHub gives a heading: links are written for both. */
export const anchorOf = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-');

/** Where a relative link of a document leads: to a page of the site, or else to the repository. */
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
