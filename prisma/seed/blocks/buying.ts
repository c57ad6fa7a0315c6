import { type BuyingCtaKind, buyingCtaKinds, type Pricing } from '@resource-catalogue/contracts';
import { itemAt } from '../random/prng.js';

const buttonLabels = [
  'Ask for a quote',
  'Book by e-mail',
  null,
  'Réserver',
  '見積もりを依頼',
  'Buy a 10-visit card (−15 %)',
];

/** The block Buying of the row of that index: each kind of button sets its own key and no other. */
export function buyingColumns(index: number, pricing: Pricing, path: string) {
  const kind: BuyingCtaKind = index % 3 === 1 ? itemAt(buyingCtaKinds, Math.floor(index / 3)) : 'none';
  return {
    pricing,
    prices_hidden: index % 7 === 3,
    buying_blocked: index % 11 === 4,
    buying_cta_kind: kind,
    buying_cta_button_label: kind === 'none' ? null : itemAt(buttonLabels, Math.floor(index / 6)),
    buying_cta_email: kind === 'email' ? 'desk@workshop.example.org' : null,
    buying_cta_url: kind === 'url' ? `https://shop.example.org/${path}?ref=catalogue&lang=en` : null,
    buying_cta_text: kind === 'text' ? richText('Ask at the desk: cash and cards, "no" cheques.') : null,
  };
}

function richText(text: string): string {
  return JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] });
}
