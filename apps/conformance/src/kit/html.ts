import sanitizeHtml from 'sanitize-html';

const everything = { allowedTags: false, allowVulnerableTags: true } as const;

const runningTags: ReadonlySet<string> = new Set(['script', 'style', 'iframe', 'object', 'embed']);

const urlAttributes: ReadonlySet<string> = new Set([
  ...['href', 'src', 'action', 'formaction', 'xlink:href', 'poster', 'background', 'cite', 'longdesc', 'data'],
]);

/** The scheme of a URL as browsers parse it: leading spaces, tabs and line breaks are ignored. */
const normalizeUrl = (address: string): string => address.replace(/^[\0- ]+|[\t\n\r]/g, '').toLowerCase();

function isRunning(tag: string, attribute: string, value: string): boolean {
  if (/^on[a-z]+$/.test(attribute)) return true;
  if (!urlAttributes.has(attribute)) return false;
  const address = normalizeUrl(value);
  return /^(?:javascript|vbscript):/.test(address) || (tag !== 'img' && address.startsWith('data:text/html'));
}

/** Whether HTML can run or load something, which requires an element, a handler or a URL (WRITE-8). */
export function isDangerous(html: string): boolean {
  let found = false;
  const look: sanitizeHtml.Transformer = (tagName, attribs) => {
    found ||=
      runningTags.has(tagName) || Object.entries(attribs).some(([name, value]) => isRunning(tagName, name, value));
    return { tagName, attribs: {} };
  };
  sanitizeHtml(html, { ...everything, allowedAttributes: {}, transformTags: { '*': look } });
  return found;
}

/** HTML in normal form: lower-case tags, no attributes except link targets, entities only where needed. */
export function plainHtml(html: string): string {
  return sanitizeHtml(html, { ...everything, allowedAttributes: { a: ['href'] } });
}
