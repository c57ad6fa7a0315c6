import { escapeText } from 'entities';
import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, type Token } from 'parse5';
import { canStand } from './html-nesting.js';
import { parseHtml } from './html-parser.js';
import { hasNoText, isAllowed, startTag, withUnixLines } from './html-policy.js';

/** Receives the length of the growing HTML and throws if that is too much. */
export type Hold = (length: number) => void;

/**
 * HTML without script, style, event handler or `javascript:` (WRITE-8). A browser that parses and serialises it gets
 * exactly the same text, so nothing can hide in how it is parsed.
 */
export function sanitise(source: string, hold: Hold = () => undefined): string {
  const writer = new Writer();
  const unfinished: Unfinished[] = [{ children: parseHtml(source), next: 0, tag: null }];
  // The tree may be deeper than the call stack.
  for (let current = unfinished.at(-1); current; current = unfinished.at(-1)) {
    const node = current.children[current.next++];
    if (!node) {
      if (current.tag) writer.close(current.tag);
      unfinished.pop();
    } else if (defaultTreeAdapter.isTextNode(node)) {
      writer.text(node.value);
    } else if (
      defaultTreeAdapter.isElementNode(node) &&
      node.namespaceURI === html.NS.HTML &&
      !hasNoText(node.tagName)
    ) {
      unfinished.push({ children: node.childNodes, next: 0, tag: writer.open(node.tagName, node.attrs) });
    }
    hold(writer.html.length);
  }
  return writer.html;
}

/** An element whose children are being written; without a tag if it is not written itself. */
interface Unfinished {
  readonly children: readonly DefaultTreeAdapterTypes.ChildNode[];
  next: number;
  readonly tag: string | null;
}

const voids: ReadonlySet<string> = new Set(['br', 'hr', 'img']);

/** Writes HTML as browsers do. */
class Writer {
  html = '';
  private readonly openTags: string[] = [];
  private readonly startTags = new Map<readonly Token.Attribute[], string>();
  private beginsPre = false;

  /** Returns the tag to close, if any. */
  open(read: string, attributes: readonly Token.Attribute[]): string | null {
    const tag = read === 'tfoot' ? 'tbody' : read;
    if (!isAllowed(tag) || !canStand(tag, this.openTags)) return null;
    this.html += this.startTag(tag, attributes);
    this.beginsPre = tag === 'pre';
    if (voids.has(tag)) return null;
    this.openTags.push(tag);
    return tag;
  }

  close(tag: string): void {
    this.openTags.pop();
    this.html += `</${tag}>`;
    this.beginsPre = false;
  }

  text(value: string): void {
    const text = withUnixLines(value);
    // A parser skips the first line feed of a `pre`.
    const read = this.beginsPre ? text.replace(/^\n+/, '') : text;
    if (read === '') return;
    this.html += escapeText(read);
    this.beginsPre = false;
  }

  /** A repeated element shares its attributes, which may be long. */
  private startTag(tag: string, attributes: readonly Token.Attribute[]): string {
    const known = this.startTags.get(attributes);
    const written = known ?? startTag(tag, attributes);
    if (known === undefined && attributes.length > 0) this.startTags.set(attributes, written);
    return written;
  }
}
