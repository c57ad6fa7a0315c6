import { type DefaultTreeAdapterTypes, defaultTreeAdapter, html, Parser, type TreeAdapter } from 'parse5';

type Tree = DefaultTreeAdapterTypes.DefaultTreeAdapterMap;

/** The nodes that a browser makes of HTML within `body`. */
export function parsed(source: string): DefaultTreeAdapterTypes.ChildNode[] {
  const body = defaultTreeAdapter.createElement(html.TAG_NAMES.BODY, html.NS.HTML, []);
  const parser = BoundedParser.getFragmentParser<Tree>(body, { treeAdapter });
  parser.tokenizer.write(source, true);
  return parser.getFragment().childNodes;
}

/** Rendered Markdown has no captions: what stands in one goes before the table, like all that has no place in a table. */
const treeAdapter: TreeAdapter<Tree> = {
  ...defaultTreeAdapter,
  appendChild(parent, node) {
    const table = defaultTreeAdapter.isElementNode(parent) && parent.tagName === 'table' ? parent : null;
    if (table?.parentNode && node.nodeName === 'caption')
      defaultTreeAdapter.insertBefore(table.parentNode, node, table);
    else defaultTreeAdapter.appendChild(parent, node);
  },
};

/** More of them are not repeated. */
const maxRepeated = 10_000;

/**
 * Formatting that is left open is repeated in every block that follows: some kilobytes of it, and some of blocks, become
 * millions of elements.
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
