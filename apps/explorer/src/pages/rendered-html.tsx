import { type ComponentChildren, h } from 'preact';
import { useMemo } from 'preact/hooks';

/** Elements allowed in a rendered description; others are replaced by their content. */
const elements = new Set('p ul ol li strong em code pre blockquote br hr del table thead tbody tr th td'.split(' '));

const dropped = new Set(['script', 'style', 'template', 'iframe', 'object', 'noscript']);

interface Props {
  readonly html: string;
  /** The level of the heading above the HTML. */
  readonly below: number;
}

/** HTML of a row, rebuilt from an allow-list: the only attributes are the URLs of links. */
export function RenderedHtml({ html, below }: Props) {
  const content = useMemo(() => {
    // Nothing loads or runs in a template.
    const template = document.createElement('template');
    template.innerHTML = html;
    return rebuilt(template.content, below);
  }, [html]);
  return <div class="prose">{content}</div>;
}

const rebuilt = (parent: Node, below: number): ComponentChildren[] =>
  [...parent.childNodes].map((node) => rebuiltNode(node, below));

function rebuiltNode(node: Node, below: number): ComponentChildren {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const name = node.localName;
  if (dropped.has(name)) return null;
  const inner = rebuilt(node, below);
  const heading = /^h([1-6])$/.exec(name)?.[1];
  if (heading !== undefined) return h(`h${Math.min(6, Number(heading) + below)}`, {}, ...inner);
  if (name === 'a') {
    const url = node.getAttribute('href') ?? '';
    return /^(?:https?:|mailto:)/i.test(url) ? (
      <a href={url} rel="noreferrer nofollow">
        {inner}
      </a>
    ) : (
      inner
    );
  }
  return elements.has(name) ? h(name, {}, ...inner) : inner;
}
