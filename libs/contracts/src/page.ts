import { ApiSchema } from '@nestjs/swagger';
import { Integer, Text } from './fields.js';
import { defaultLimit, maximumLimit } from './limits.js';

/** Links to the first and next page: absolute URLs with the same filters, sort and limit (LIST-4). */
@ApiSchema({
  name: 'PaginationLinks',
  description: 'Links to the first and next page: absolute URLs with the same filters, sort and limit.',
})
export class PaginationLinksDto {
  @Text('The first page: the same list without a cursor.', {
    format: 'uri',
    example: 'https://catalogue.example.org/api/v1/bookings?limit=100',
  })
  first!: string;

  @Text('The next page; null on the last one.', {
    nullable: true,
    format: 'uri',
    example: 'https://catalogue.example.org/api/v1/bookings?limit=100&cursor=AZjBovS2fxKx3g',
  })
  next!: string | null;
}

/** The cursor of the next page, and the page size in effect (LIST-2, PAGE-2). */
@ApiSchema({ name: 'PaginationMeta', description: 'The cursor of the next page, and the page size in effect.' })
export class PaginationMetaDto {
  @Text('The `cursor` of the next page, opaque and safe in a URL; null on the last page.', {
    nullable: true,
    example: 'AZjBovS2fxKx3g',
  })
  next!: string | null;

  @Integer(`The page size in effect: ${defaultLimit} by default, at most ${maximumLimit}.`, {
    min: 1,
    max: maximumLimit,
    example: 100,
  })
  limit!: number;
}
