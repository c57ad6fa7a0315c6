import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html as names, parseFragment, serialize } from 'parse5';

/** The nodes after `document.body.innerHTML = html`. */
function parsedInBody(html: string): DefaultTreeAdapterTypes.DocumentFragment {
  return parseFragment(defaultTreeAdapter.createElement('body', names.NS.HTML, []), html, {});
}

/** The value of `document.body.innerHTML` after it was set. */
export const reserialise = (html: string): string => serialize(parsedInBody(html));

/** The allowed elements and attributes, repeated here so that a more permissive policy fails. */
const attributesOf: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    `p h1 h2 h3 h4 h5 h6 blockquote ul li pre hr br em strong s del ins sub sup kbd table thead tbody tr th td details
    summary dl dt dd`
      .split(/\s+/)
      .map((tag) => [tag, []]),
  ),
  a: ['href', 'title', 'rel'],
  img: ['src', 'alt', 'title'],
  abbr: ['title'],
  ol: ['start'],
  code: ['class'],
};

/** Errors of a URL, as resolved by a browser on a page of another host. */
function addressErrors(tag: string, address: string): string[] {
  const page = 'https://page.example/projects/a';
  let url: URL;
  try {
    url = new URL(address, page);
  } catch {
    // An invalid URL leads nowhere.
    return [];
  }
  const allowed = tag === 'a' ? ['http:', 'https:', 'mailto:'] : ['http:', 'https:'];
  // A URL without a scheme must stay on the page's host.
  const strays = url.protocol === 'https:' && !/^\s*https:/i.test(address) && url.host !== 'page.example';
  return strays || !allowed.includes(url.protocol) ? [`${tag} leads to ${address}`] : [];
}

function elementErrors({ tagName: tag, attrs }: DefaultTreeAdapterTypes.Element): string[] {
  const allowed = attributesOf[tag];
  const errors = allowed ? [] : [`<${tag}>`];
  for (const { name, value } of attrs) {
    if (!allowed?.includes(name)) errors.push(`<${tag} ${name}>`);
    if (name === 'href' || name === 'src') errors.push(...addressErrors(tag, value));
    if (name === 'class' && !/^language-[\w+#.-]+(?: language-[\w+#.-]+)*$/.test(value)) errors.push(`class ${value}`);
    if (name === 'rel' && value !== 'nofollow noopener ugc') errors.push(`rel ${value}`);
  }
  if (tag === 'a' && !attrs.some(({ name }) => name === 'rel')) errors.push('a link without rel');
  return errors;
}

/** The parts of some HTML that rendered Markdown must not contain. */
export function markupErrors(html: string): string[] {
  const errors: string[] = [];
  const nodes: DefaultTreeAdapterTypes.Node[] = [parsedInBody(html)];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if (node.nodeName === '#comment') errors.push('a comment');
    if (defaultTreeAdapter.isElementNode(node)) errors.push(...elementErrors(node));
    if ('childNodes' in node) nodes.push(...node.childNodes);
  }
  return errors;
}
