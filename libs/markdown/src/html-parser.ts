import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, Parser, type TreeAdapter } from 'parse5';

type Tree = DefaultTreeAdapterTypes.DefaultTreeAdapterMap;

/** The nodes that a browser creates from HTML within `body`. */
export function parseHtml(source: string): DefaultTreeAdapterTypes.ChildNode[] {
  const body = defaultTreeAdapter.createElement(html.TAG_NAMES.BODY, html.NS.HTML, []);
  const parser = BoundedParser.getFragmentParser<Tree>(body, { treeAdapter });
  parser.tokenizer.write(source, true);
  return parser.getFragment().childNodes;
}

/**
 * Rendered Markdown has no captions: their content goes before the table, like everything that has no place in a
 * table.
 */
const treeAdapter: TreeAdapter<Tree> = {
  ...defaultTreeAdapter,
  appendChild(parent, node) {
    const table = defaultTreeAdapter.isElementNode(parent) && parent.tagName === 'table' ? parent : null;
    if (table?.parentNode && node.nodeName === 'caption')
      defaultTreeAdapter.insertBefore(table.parentNode, node, table);
    else defaultTreeAdapter.appendChild(parent, node);
  },
};

/** Maximum number of formatting elements that are repeated. */
const maxRepeated = 10_000;

/**
 * Open formatting is repeated in every following block: some kilobytes of it, and some of blocks, become millions of
 * elements.
 */
class BoundedParser extends Parser<Tree> {
  private repeated = 0;

  override _reconstructActiveFormattingElements(): void {
    if (this.repeated >= maxRepeated) return;
    const before = this.openElements.stackTop;
    super._reconstructActiveFormattingElements();
    this.repeated += this.openElements.stackTop - before;
  }
}
