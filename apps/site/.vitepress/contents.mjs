import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { linkFrom } from './links.mjs';
import { pagePath, documentsIn, root, titleOf } from './pages.mjs';
import { contract, referenceLink, referencePages } from './reference.mjs';

const list = 'docs/README.md';
const decisions = 'docs/adr';

/** The sidebar: the sections and links of docs/README.md, with the pages of the contract and the decisions. */
export const contents = readFileSync(join(root, list), 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((section, index) => ({
    text: section.split('\n')[0],
    collapsed: index > 1,
    items: [...section.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm)].flatMap(([, text, link]) => itemsOf(text, link)),
  }));

function itemsOf(text, link) {
  if (`docs/${link}` === contract) return reference();
  const item = { text, link: linkFrom(list, link) };
  if (!`docs/${link}`.startsWith(decisions)) return [item];
  const items = documentsIn(decisions).map((source) => ({ text: titleOf(source), link: `/${pagePath(source)}` }));
  return [{ ...item, collapsed: true, items }];
}

function reference() {
  const item = ({ title, heading }) => ({ text: title, link: referenceLink(heading) });
  const collections = referencePages.filter(({ isCollection }) => isCollection);
  const others = referencePages.filter(({ isCollection }) => !isCollection);
  return [...others.map(item), { text: 'Collections', collapsed: true, items: collections.map(item) }];
}
