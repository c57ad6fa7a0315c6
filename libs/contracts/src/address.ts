import { ApiSchema } from '@nestjs/swagger';
import { inOrder } from './field-table.js';
import { Text } from './fields.js';

class StreetAddress {
  @Text('Street and house number.', { nullable: true, example: 'Speicherstraße 12' })
  street!: string | null;

  @Text('Postal code as the country writes it.', { nullable: true, example: '20457' })
  postal_code!: string | null;

  @Text('City or town.', { nullable: true, example: 'Hamburg' })
  city!: string | null;
}

class Region {
  @Text('State, province or canton.', { nullable: true, example: 'Hamburg' })
  region!: string | null;
}

class Country {
  @Text('The country as an ISO 3166-1 alpha-2 code.', { nullable: true, example: 'DE' })
  country_code!: string | null;
}

/** Home address of a member; any part may be unknown. */
@ApiSchema({ name: 'MemberAddress', description: 'Home address of a member; any part may be unknown.' })
export class MemberAddressDto extends inOrder(StreetAddress, Country) {}

/** Address of a space; any part may be unknown. */
@ApiSchema({ name: 'SpaceAddress', description: 'Address of a space; any part may be unknown.' })
export class SpaceAddressDto extends inOrder(StreetAddress, Region, Country) {}
