import { accessibilities, type BuyingCtaKind, buyingCtaKinds } from '@resource-catalogue/contracts';
import { itemAt } from '../random.js';
import words from '../words/blocks.json' with { type: 'json' };
import { htmlOf } from './markup.js';

/** What a page about a thing says. */
export interface PageWords {
  readonly name: string;
  readonly summary: string | null;
  /** In Markdown, by block. */
  readonly description: readonly string[] | null;
}

/** The block Page. */
export function pageColumns(
  { name, summary, description }: PageWords,
  folder: string,
  slug: string,
  hasImage: boolean,
) {
  const image = hasImage ? imageJson(folder, slug) : null;
  return { slug, name, summary, description_rendered: htmlOf(description), image };
}

/** A picture in three widths on the media host of the demonstration (SHAPE-6). */
export function imageJson(folder: string, name: string): string {
  const base = `https://media.example.org/${folder}/${name}`;
  return JSON.stringify({ sm: `${base}-320.webp`, md: `${base}-960.webp`, lg: `${base}-1920.webp` });
}

/** The block Access of the row of that index: none, one, some and all of the words. */
export function accessColumns(index: number) {
  const kinds = [[], ['motor'], ['hearing', 'motor'], accessibilities, ['visual'], ['mental', 'visual', 'hearing']];
  return {
    accessibility: JSON.stringify(itemAt(kinds, index)),
    accessibility_extra_info: index % 3 === 0 ? null : itemAt(words.accessibility, Math.floor(index / 3)),
  };
}

/** The block Buying of the row of that index: each kind of button sets its own key and no other. */
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
