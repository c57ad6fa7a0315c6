import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, type Token } from 'parse5';
import { parseHtml } from './html-parser.js';

/** Elements that run or load something, that change what the page loads, or whose content browsers treat specially. */
const activeElements: ReadonlySet<string> = new Set([
  ...['script', 'style', 'iframe', 'frame', 'frameset', 'object', 'embed', 'applet', 'link', 'meta', 'base'],
  ...['template', 'noscript', 'noembed', 'noframes', 'xmp', 'plaintext'],
]);

const addresses: ReadonlySet<string> = new Set([
  ...['href', 'src', 'srcset', 'action', 'formaction', 'poster', 'background', 'cite', 'longdesc', 'data'],
]);

/** Whether HTML has a script, a style, an event handler or a `javascript:` URL (SHAPE-6), in a browser's reading. */
export function hasActiveContent(source: string): boolean {
  if (!source.includes('<')) return false;
  const waiting: DefaultTreeAdapterTypes.ChildNode[] = parseHtml(source);
  // The tree may be deeper than the call stack.
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!defaultTreeAdapter.isElementNode(node)) continue;
    const { tagName, attrs, namespaceURI, childNodes } = node;
    if (namespaceURI !== html.NS.HTML || activeElements.has(tagName) || attrs.some(isActive)) return true;
    for (const child of childNodes) waiting.push(child);
  }
  return false;
}

function isActive({ name, value }: Token.Attribute): boolean {
  if (name.startsWith('on')) return true;
  // Browsers skip some of these characters, and some of them only in some places.
  const bare = value.replaceAll(/[\0- ]+/g, '');
  return (
    addresses.has(name) && /(?:^|,)(?:javascript|vbscript|data:(?!image\/(?:png|jpeg|gif|webp)[;,])):?/i.test(bare)
  );
}
