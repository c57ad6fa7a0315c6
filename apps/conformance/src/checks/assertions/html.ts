import sanitizeHtml from 'sanitize-html';

const everything = { allowedTags: false, allowVulnerableTags: true } as const;

const running: ReadonlySet<string> = new Set(['script', 'style', 'iframe', 'object', 'embed']);

const addresses: ReadonlySet<string> = new Set([
  ...['href', 'src', 'action', 'formaction', 'xlink:href', 'poster', 'background', 'cite', 'longdesc', 'data'],
]);

/** The scheme of an address as a browser finds it: nothing before it counts, and no tab or line break within it. */
const bare = (address: string): string => address.replace(/^[\0- ]+|[\t\n\r]/g, '').toLowerCase();

function isRunning(tag: string, attribute: string, value: string): boolean {
  if (/^on[a-z]+$/.test(attribute)) return true;
  if (!addresses.has(attribute)) return false;
  const address = bare(value);
  return /^(?:javascript|vbscript):/.test(address) || (tag !== 'img' && address.startsWith('data:text/html'));
}

/** WRITE-8: whether HTML can run or load something: only an element, a handler or an address can. */
export function isDangerous(html: string): boolean {
  let found = false;
  const look: sanitizeHtml.Transformer = (tagName, attribs) => {
    found ||= running.has(tagName) || Object.entries(attribs).some(([name, value]) => isRunning(tagName, name, value));
    return { tagName, attribs: {} };
  };
  sanitizeHtml(html, { ...everything, allowedAttributes: {}, transformTags: { '*': look } });
  return found;
}

/** HTML in one spelling: tags in lower case, no attributes but the targets of links, entities only where needed. */
export function plainHtml(html: string): string {
  return sanitizeHtml(html, { ...everything, allowedAttributes: { a: ['href'] } });
}
