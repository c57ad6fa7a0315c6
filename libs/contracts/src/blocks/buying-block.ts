import { Flag, OneOf, Text } from '../fields.js';
import { OpaqueObject } from '../nested-fields.js';

/** Kinds of pricing. */
export const pricings = ['free', 'charged', 'on_request'] as const;
/** One of `pricings`. */
export type Pricing = (typeof pricings)[number];

/** Actions of the buy button. */
export const buyingCtaKinds = ['none', 'email', 'url', 'text'] as const;
/** One of `buyingCtaKinds`. */
export type BuyingCtaKind = (typeof buyingCtaKinds)[number];

/** *Buying*: e-mail address, URL or text is set exactly when `buying_cta_kind` says so. */
export class BuyingBlock {
  @OneOf(pricings, 'Whether using the resource is free, has a price, or is priced on request.', { example: 'charged' })
  pricing!: Pricing;

  @Flag('Whether prices are hidden on the public page.')
  prices_hidden!: boolean;

  @Flag('Whether buying is switched off for now.')
  buying_blocked!: boolean;

  @OneOf(buyingCtaKinds, 'Action of the buy button; `none` shows no button.', { example: 'url' })
  buying_cta_kind!: BuyingCtaKind;

  @Text('Label of the button; null for the default.', { nullable: true, example: 'Ask for a quote' })
  buying_cta_button_label!: string | null;

  @Text('E-mail address of the button; set exactly when the kind is `email`.', {
    nullable: true,
    setWhen: { key: 'buying_cta_kind', is: 'email' },
    format: 'email',
    example: null,
  })
  buying_cta_email!: string | null;

  @Text('URL of the button; set exactly when the kind is `url`.', {
    nullable: true,
    setWhen: { key: 'buying_cta_kind', is: 'url' },
    format: 'uri',
    example: 'https://workshop.example.org/quotes',
  })
  buying_cta_url!: string | null;

  @OpaqueObject('Rich text that the button opens; set exactly when the kind is `text`. Its keys may change.', {
    nullable: true,
    setWhen: { key: 'buying_cta_kind', is: 'text' },
    example: null,
  })
  buying_cta_text!: Record<string, unknown> | null;
}
