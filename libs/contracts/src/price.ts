import { ApiSchema } from '@nestjs/swagger';
import { examples } from './examples.js';
import { Integer, Text, Uuid } from './fields.js';
import { Embedded } from './nested-fields.js';
import { RefDto } from './summaries.js';

/** The form of an ISO 4217 code (SHAPE-5). */
export const currency = { pattern: /^[A-Z]{3}$/, form: 'a currency code of three capital letters like EUR' };

/** *Price*: the price of a seat of a training or event for one price category. */
@ApiSchema({ name: 'Price', description: 'Price of a seat for one price category.' })
export class PriceDto {
  @Uuid('Identifies the price.', { example: '0198c1b7-7098-7f79-80c7-924f6083bead' })
  id!: string;

  @Embedded(() => RefDto, 'The price category; its type is `price`.', { example: examples.priceCategory })
  category!: RefDto;

  @Integer('Price in the smallest unit of the currency, such as cents.', { example: 2500 })
  amount_in_cents!: number;

  @Text('The currency as an ISO 4217 code.', { ...currency, example: 'EUR' })
  currency!: string;
}
