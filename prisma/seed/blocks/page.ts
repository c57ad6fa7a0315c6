import { accessibilities, type BuyingCtaKind, buyingCtaKinds } from '@resource-catalogue/contracts';
import { itemAt } from '../random.js';
import words from '../words/blocks.json' with { type: 'json' };
import { toHtml } from './markup.js';

/** The texts of a page. */
export interface PageWords {
  readonly name: string;
  readonly summary: string | null;
  /** One Markdown text for each block. */
  readonly description: readonly string[] | null;
}

/** Columns of the block Page. */
export function pageColumns(
  { name, summary, description }: PageWords,
  folder: string,
  slug: string,
  hasImage: boolean,
) {
  const image = hasImage ? imageJson(folder, slug) : null;
  return { slug, name, summary, description_rendered: toHtml(description), image };
}

/** An image in three widths on the demo's media host (SHAPE-6). */
export function imageJson(folder: string, name: string): string {
  const base = `https://media.example.org/${folder}/${name}`;
  return JSON.stringify({ sm: `${base}-320.webp`, md: `${base}-960.webp`, lg: `${base}-1920.webp` });
}

/** Columns of the block Access, varying by index: none, one, some and all of the values. */
export function accessColumns(index: number) {
  const kinds = [[], ['motor'], ['hearing', 'motor'], accessibilities, ['visual'], ['mental', 'visual', 'hearing']];
  return {
    accessibility: JSON.stringify(itemAt(kinds, index)),
    accessibility_extra_info: index % 3 === 0 ? null : itemAt(words.accessibility, Math.floor(index / 3)),
  };
}

/** Columns of the block Buying, varying by index: each kind of button sets only its own key. */
export function buyingColumns(index: number, pricing: string, path: string) {
  const kind: BuyingCtaKind = index % 3 === 1 ? itemAt(buyingCtaKinds, Math.floor(index / 3)) : 'none';
  return {
    pricing,
    prices_hidden: index % 7 === 3,
    buying_blocked: index % 11 === 4,
    buying_cta_kind: kind,
    buying_cta_button_label: kind === 'none' ? null : itemAt(words.buttons, Math.floor(index / 6)),
    buying_cta_email: kind === 'email' ? 'desk@workshop.example.org' : null,
    buying_cta_url: kind === 'url' ? `https://shop.example.org/${path}?ref=catalogue&lang=en` : null,
    buying_cta_text: kind === 'text' ? richText('Ask at the desk: cash and cards, "no" cheques.') : null,
  };
}

function richText(text: string): string {
  return JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });
}
