import { parseUrl } from '@resource-catalogue/contracts';
import { Parser } from 'htmlparser2';

/** What rendered Markdown may have, said again here so that a wider policy fails. */
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

/** Where an address leads, as a browser reads it on a page of some other host. */
function addressFaults(tag: string, address: string): string[] {
  const page = 'https://page.example/projects/a';
  const url = parseUrl(address, page);
  // What cannot be read leads nowhere.
  if (!url) return [];
  const allowed = tag === 'a' ? ['http:', 'https:', 'mailto:'] : ['http:', 'https:'];
  // An address without a scheme of its own must stay on the page's host.
  const strays = url.protocol === 'https:' && !/^\s*https:/i.test(address) && url.host !== 'page.example';
  return strays || !allowed.includes(url.protocol) ? [`${tag} leads to ${address}`] : [];
}

/** What a piece of HTML has that rendered Markdown may not have. */
export function markupFaults(html: string): string[] {
  const faults: string[] = [];
  const parser = new Parser({
    onopentag(tag, attributes) {
      const allowed = attributesOf[tag];
      if (!allowed) faults.push(`<${tag}>`);
      for (const [name, value] of Object.entries(attributes)) {
        if (!allowed?.includes(name)) faults.push(`<${tag} ${name}>`);
        if (name === 'href' || name === 'src') faults.push(...addressFaults(tag, value));
        if (name === 'class' && !/^language-[\w+#.-]+$/.test(value)) faults.push(`class ${value}`);
        if (name === 'rel' && value !== 'nofollow noopener ugc') faults.push(`rel ${value}`);
      }
      if (tag === 'a' && attributes['rel'] === undefined) faults.push('a link that is vouched for');
    },
    oncomment: (text) => void faults.push(`comment ${text}`),
    onprocessinginstruction: (name) => void faults.push(`instruction ${name}`),
    oncdatastart: () => void faults.push('CDATA'),
  });
  parser.end(html);
  return faults;
}
