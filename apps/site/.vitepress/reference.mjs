import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anchorOf, root } from './pages.mjs';

/** The one source of the API reference. */
export const contract = 'docs/interface.md';

const before = (heading) => new RegExp(`^(?=${heading} )`, 'm');
const headingOf = (part) => /^#+ (.*)$/m.exec(part)?.[1] ?? '';
const isCollection = (part) => /^### [a-z_]+$/m.test(part.split('\n')[0]);

const [intro, ...sections] = readFileSync(join(root, contract), 'utf8').split(before('##'));
const parts = sections
  .filter((section) => headingOf(section) !== 'Contents')
  .flatMap((section) => {
    const inner = section.split(before('###'));
    const collections = inner.filter(isCollection);
    return [inner.filter((part) => !isCollection(part)).join(''), ...collections];
  });

/** The pages of the reference: the introduction, a page for each section and one for each collection. */
export const referencePages = [toPage(intro, 'index'), ...parts.map((part) => toPage(part))];

function toPage(part, name) {
  const heading = headingOf(part);
  const title = heading.replace(/^\d+\. /, '');
  const depth = /^#+/m.exec(part)[0].length - 1;
  return {
    page: name ?? anchorOf(title),
    title: name === undefined ? title : 'Overview',
    isCollection: isCollection(part),
    heading: anchorOf(heading),
    anchors: [...part.matchAll(/^#+ (.*)$/gm)].map(([, text]) => anchorOf(text)),
    text: part.replace(/^#+(?= )/gm, (marks) => marks.slice(depth)).replace(/^# .*$/m, `# ${title}`),
  };
}

/** Writes the pages, which VitePress then finds like any other document. */
export function writeReference() {
  const folder = join(root, 'apps/site/reference');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const { page, text } of referencePages) writeFileSync(join(folder, `${page}.md`), text);
}

/** The link to a heading of the contract, or to its introduction. */
export function referenceLink(anchor = '') {
  const found = referencePages.find(({ anchors }) => anchors.includes(anchor)) ?? referencePages[0];
  const page = found.page.replace(/^index$/, '');
  return `/reference/${page}${anchor === '' || anchor === found.heading ? '' : `#${anchor}`}`;
}
