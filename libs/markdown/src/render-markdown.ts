import MarkdownIt, { type Env, type MarkdownItOptions, type Token } from 'markdown-it';
import { sanitise } from './sanitise-html.js';

/** Limits for the rendered Markdown of one body (WRITE-10). */
export interface RenderingLimits {
  /** Bytes of sanitised HTML. */
  readonly bytes: number;
  /** Paragraphs, list items, table cells and other blocks. */
  readonly blocks: number;
}

/** The limit that was exceeded. */
export type Excess = keyof RenderingLimits;

/** The HTML of the first texts of a body: of all of them, unless one exceeded a limit. */
export interface Rendering {
  readonly html: readonly string[];
  readonly excess: Excess | null;
}

/** Renders the Markdown of one body as sanitised HTML (SHAPE-6, WRITE-8), as far as the limits allow (WRITE-10). */
export function renderTexts(sources: readonly string[], limits: RenderingLimits): Rendering {
  const budget = new Budget(limits);
  const html: string[] = [];
  try {
    for (const source of sources) html.push(renderText(source, budget));
    return { html, excess: null };
  } catch (error) {
    if (error instanceof TooLarge) return { html, excess: error.excess };
    throw error;
  }
}

function renderText(source: string, budget: Budget): string {
  const raw = markdown.render(source, { budget });
  budget.takeRaw(raw.length);
  const html = sanitise(raw, (length) => budget.holdBytes(length));
  budget.takeBytes(Buffer.byteLength(html));
  return html;
}

class TooLarge extends Error {
  constructor(readonly excess: Excess) {
    super(`The Markdown has too many ${excess}.`);
  }
}

/** Characters of raw HTML allowed per byte of the limit, because the sanitiser may remove more than it keeps. */
const rawPerByte = 4;

/** The remaining budget for the texts of one body, in output rather than time, so that results are reproducible. */
class Budget {
  private blocks: number;
  private raw: number;
  private bytes: number;

  constructor({ bytes, blocks }: RenderingLimits) {
    this.blocks = blocks;
    this.raw = rawPerByte * bytes;
    this.bytes = bytes;
  }

  takeBlock(): void {
    if (--this.blocks < 0) throw new TooLarge('blocks');
  }

  /** Limits HTML that is still growing, before it is sanitised. */
  holdRaw(length: number): void {
    if (length > this.raw) throw new TooLarge('bytes');
  }

  takeRaw(length: number): void {
    this.holdRaw(length);
    this.raw -= length;
  }

  /** Limits sanitised HTML that is still growing: a link that was left open repeats its URL. */
  holdBytes(length: number): void {
    if (length > this.bytes) throw new TooLarge('bytes');
  }

  takeBytes(bytes: number): void {
    this.bytes -= bytes;
    if (this.bytes < 0) throw new TooLarge('bytes');
  }
}

const findBudget = (env: Env | undefined): Budget | null => (env?.['budget'] instanceof Budget ? env['budget'] : null);

/**
 * A short table row is filled up to the width of its header, so a kilobyte creates 65,536 cells. They must be
 * counted here: nothing later could undo their creation.
 */
class BoundedBlocks extends MarkdownIt.StateBlock {
  private readonly budget = findBudget(this.env);

  override push(type: string, tag: string, nesting: -1 | 0 | 1): Token {
    if (nesting >= 0 && tag !== '') this.budget?.takeBlock();
    return super.push(type, tag, nesting);
  }
}

/**
 * A reference definition is repeated wherever it is used: kilobytes become hundreds of megabytes while they are
 * joined.
 */
class BoundedRenderer extends MarkdownIt.Renderer {
  override render(tokens: Token[], options: Required<MarkdownItOptions>, env?: Env): string {
    const budget = findBudget(env);
    let html = '';
    for (const [index, token] of tokens.entries()) {
      const rule = this.rules[token.type];
      if (token.type === 'inline') html += this.renderInline(token.children ?? [], options, env);
      else html += rule ? rule(tokens, index, options, env, this) : this.renderToken(tokens, index, options);
      budget?.holdRaw(html.length);
    }
    return html;
  }

  override renderInline(tokens: Token[], options: Required<MarkdownItOptions>, env: Env | undefined): string {
    return this.render(tokens, options, env);
  }
}

/** WRITE-8: CommonMark with tables and strikethrough. HTML and links pass here: only the sanitiser decides on them. */
const markdown = new MarkdownIt('commonmark', { html: true }).enable(['table', 'strikethrough']);
markdown.validateLink = () => true;
markdown.block.State = BoundedBlocks;
markdown.renderer = new BoundedRenderer();
