import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';

/** WRITE-8: CommonMark with tables and strikethrough. HTML and links are kept here, and judged by the sanitiser alone. */
const markdown = new MarkdownIt('commonmark', { html: true }).enable(['table', 'strikethrough']);
markdown.validateLink = () => true;

const policy: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li', 'pre', 'code', 'hr', 'br'],
    ...['em', 'strong', 's', 'del', 'ins', 'sub', 'sup', 'kbd', 'abbr', 'a', 'img'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'details', 'summary', 'dl', 'dt', 'dd'],
  ],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    img: ['src', 'alt', 'title'],
    abbr: ['title'],
    ol: ['start'],
    code: ['class'],
  },
  // The only class is the language of a fenced block.
  allowedClasses: { code: [/^language-[A-Za-z0-9+#._-]{1,40}$/] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
  // The inside of these is no text for a reader. Of script, style, textarea and xmp the parser hands it on as it is.
  nonTextTags: [
    ...['script', 'style', 'textarea', 'xmp', 'option', 'noscript', 'noembed', 'noframes', 'plaintext', 'template'],
    ...['title', 'iframe', 'object', 'svg', 'math'],
  ],
  transformTags: {
    // A page that shows a project must not vouch for what its authors link to.
    a: (tagName, attribs) => ({ tagName, attribs: { ...attribs, rel: 'nofollow noopener ugc' } }),
  },
  disallowedTagsMode: 'discard',
  nestingLimit: 100,
};

/** Markdown as sanitised HTML: no script, style, event handler or `javascript:` survives (SHAPE-6, WRITE-8). */
export function renderMarkdown(source: string): string {
  return sanitised(markdown.render(source));
}

export function sanitised(html: string): string {
  return sanitizeHtml(html, policy);
}
