import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { pagePath, root } from './pages.mjs';
import { contract, referenceLink } from './reference.mjs';

/** Links to files that are not pages of the site lead here. */
export const repository = 'https://github.com/resource-catalogue/resource-catalogue';

/** The target of a relative link: a page of the site if there is one, otherwise a file in the repository. */
export function linkFrom(source, link) {
  if (/^(?:[a-z]+:|\/)/.test(link)) return link;
  const [path, hash] = link.split('#');
  const target = path === '' ? source : posix.join(posix.dirname(source), path).replace(/\/$/, '');
  if (target === contract) return referenceLink(hash);
  if (path === '') return link;
  const anchor = hash === undefined ? '' : `#${hash}`;
  const readme = `${target}/README.md`;
  const page = [target, readme].find((file) => file.endsWith('.md') && isPage(file));
  if (page !== undefined) return `/${pagePath(page)}${anchor}`;
  const isFolder = existsSync(join(root, target)) && statSync(join(root, target)).isDirectory();
  return `${repository}/${isFolder ? 'tree' : 'blob'}/main/${target}${anchor}`;
}

const isPage = (file) => !file.startsWith('libs/client/api/') && existsSync(join(root, file));
