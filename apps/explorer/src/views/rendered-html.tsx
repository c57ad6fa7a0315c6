import { type ComponentChildren, h } from 'preact';
import { useMemo } from 'preact/hooks';

/** The elements that a rendered description may consist of; of any other only the content is shown. */
const elements = new Set('p ul ol li strong em code pre blockquote br hr del table thead tbody tr th td'.split(' '));

const dropped = new Set(['script', 'style', 'template', 'iframe', 'object', 'noscript']);

interface Props {
  readonly html: string;
  /** The level of the heading that the HTML stands below. */
  readonly below: number;
}

/** HTML of a row, rebuilt element by element from an allow-list: no attribute but the address of a link gets into the page. */
export function RenderedHtml({ html, below }: Props) {
  const content = useMemo(() => {
    // In a template nothing loads and nothing runs.
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
    const address = node.getAttribute('href') ?? '';
    return /^(?:https?:|mailto:)/i.test(address) ? (
      <a href={address} rel="noreferrer nofollow">
        {inner}
      </a>
    ) : (
      inner
    );
  }
  return elements.has(name) ? h(name, {}, ...inner) : inner;
}
