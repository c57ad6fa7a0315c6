import { escapeAttribute } from 'entities';
import type { Token } from 'parse5';

/**
 * The elements that rendered Markdown may have (WRITE-8), and their attributes. Other elements are replaced by their
 * content.
 */
const allowedAttributes: ReadonlyMap<string, readonly string[]> = new Map([
  ...[
    ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'li', 'pre', 'hr', 'br'],
    ...['em', 'strong', 's', 'del', 'ins', 'sub', 'sup', 'kbd'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'details', 'summary', 'dl', 'dt', 'dd'],
  ].map((tag): [string, readonly string[]] => [tag, []]),
  ['a', ['href', 'title', 'rel']],
  ['img', ['src', 'alt', 'title']],
  ['abbr', ['title']],
  ['ol', ['start']],
  ['code', ['class']],
]);

/** Elements whose content is not text for readers. */
const withoutText: ReadonlySet<string> = new Set([
  ...['script', 'style', 'textarea', 'xmp', 'option', 'noscript', 'noembed', 'noframes', 'plaintext', 'template'],
  ...['title', 'iframe', 'object'],
]);

const schemes: readonly string[] = ['http', 'https'];
const schemesOfLinks: readonly string[] = [...schemes, 'mailto'];

/** The only class is the language of a fenced code block. */
const languageClass = /^language-[A-Za-z0-9+#._-]{1,40}$/;

/** A page that shows a project must not vouch for the links of its authors. */
const rel = 'nofollow noopener ugc';

export const isAllowed = (tag: string): boolean => allowedAttributes.has(tag);

export const hasNoText = (tag: string): boolean => withoutText.has(tag);

/** The start tag of an allowed element with its allowed attributes, as a browser writes it. */
export function startTag(tag: string, sent: readonly Token.Attribute[]): string {
  const given = tag === 'a' && !sent.some(({ name }) => name === 'rel') ? [...sent, { name: 'rel', value: rel }] : sent;
  const allowed = given.filter(({ name }) => allowedAttributes.get(tag)?.includes(name));
  const written = allowed.map(({ name, value }) => {
    const left = withUnixLines(valueLeft(tag, name, value));
    return left === '' && name !== 'alt' ? '' : ` ${name}="${escapeAttribute(left)}"`;
  });
  return `<${tag}${written.join('')}>`;
}

/** A parser reads every line break as a line feed. */
export const withUnixLines = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

function valueLeft(tag: string, name: string, value: string): string {
  if (name === 'rel') return rel;
  if (name === 'href') return isAllowedUrl(value, schemesOfLinks) ? value : '';
  if (name === 'src') return isAllowedUrl(value, schemes) ? value : '';
  if (name !== 'class') return value;
  const classes = value.split(/\s+/).filter((one) => languageClass.test(one));
  return classes.join(' ');
}

/** Whether a URL stays on the host of its page, or has one of these schemes. */
function isAllowedUrl(value: string, allowed: readonly string[]): boolean {
  // Browsers skip some of these characters, and some of them only in some places.
  const bare = value.replaceAll(/[\0- ]+/g, '');
  const scheme = /^([a-z][a-z0-9.+-]*):/i.exec(bare)?.[1];
  return scheme === undefined ? !/^[/\\]{2}/.test(bare) : allowed.includes(scheme.toLowerCase());
}
