import { ApiSchema } from '@nestjs/swagger';
import { SpaceAddressDto } from './address.js';
import { AccessBlock } from './blocks/access-block.js';
import { SoftDeleteBlock, TimestampsBlock } from './blocks/lifecycle-blocks.js';
import { PageBlock } from './blocks/page-block.js';
import { PublicationBlock, publicationStates, type PublicationState } from './blocks/publication-block.js';
import { collection } from './collection.js';
import { NamedFiltersDto } from './common-filters.js';
import { examples } from './examples.js';
import { Examples } from './field-decorator.js';
import { inOrder } from './field-table.js';
import { CalendarDate, Flag, Integer, NumberField, Text, Uuid } from './fields.js';
import { FilterByIds, FilterByValues, type SetFilter } from './filters.js';
import { Embedded, ListOf } from './nested-fields.js';
import { RefDto } from './summaries.js';

const opening = { pattern: /^(?:[01]\d|2[0-3]):[0-5]\d$/, form: 'a time of day like 09:00' };
const closing = { pattern: /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, form: 'a time of day like 21:30, up to 24:00' };

/** One period of the week in which a space is open. */
@ApiSchema({ name: 'OpeningHours', description: "One period of the week, in the space's time zone." })
export class OpeningHoursDto {
  @Integer('The day of the week; Monday is 1.', { min: 1, max: 7, example: 1 })
  day_of_week!: number;

  @Text('When the space opens, as `HH:MM`.', { ...opening, example: '09:00' })
  opens_at!: string;

  @Text('When the space closes, as `HH:MM`.', { ...closing, example: '21:30' })
  closes_at!: string;
}

const whenOpen = { nullable: true, setWhen: { key: 'closed', is: false } } as const;

/** A date on which a space is closed, or one period of a date on which it has other hours (section 8). */
@ApiSchema({
  name: 'OpeningException',
  description:
    "A date on which the space is closed, or one period of a date whose hours replace the weekly ones, in the space's time zone.",
})
export class OpeningExceptionDto {
  @CalendarDate('The local date, on which weekly hours do not begin.', { example: '2026-12-24' })
  date!: string;

  @Flag('Whether the space is closed on this date; then the date has no other entry.')
  closed!: boolean;

  @Text('When the space opens, as `HH:MM`; null if closed.', { ...whenOpen, ...opening, example: '10:00' })
  opens_at!: string | null;

  @Text('When the space closes, as `HH:MM`; null if closed.', { ...whenOpen, ...closing, example: '14:00' })
  closes_at!: string | null;

  @Text('The reason, for people.', { nullable: true, maxLength: 200, example: 'Christmas Eve' })
  note!: string | null;
}

class SpaceHead {
  @Uuid('Identifies the space.', { example: examples.space.id })
  id!: string;

  @Embedded(() => RefDto, 'The parent space. Parents never form a cycle.', {
    nullable: true,
    example: examples.parentSpace,
  })
  parent!: RefDto | null;
}

class SpaceLocation {
  @Text('IANA time zone of the space and of its local dates.', {
    format: 'time-zone',
    example: 'Europe/Berlin',
  })
  time_zone!: string;

  @Embedded(() => SpaceAddressDto, 'Address of the space.', { nullable: true })
  address!: SpaceAddressDto | null;

  @NumberField('Degrees north of the equator (WGS 84); set together with the longitude.', {
    nullable: true,
    min: -90,
    max: 90,
    example: 53.5438,
  })
  latitude!: number | null;

  @NumberField('Degrees east of Greenwich (WGS 84); set together with the latitude.', {
    nullable: true,
    setWhen: { key: 'latitude' },
    min: -180,
    max: 180,
    example: 9.9881,
  })
  longitude!: number | null;
}

class SpaceContact {
  @Text('E-mail address of the space.', { nullable: true, format: 'email', example: 'hello@workshop.example.org' })
  email!: string | null;

  @Text('Phone number of the space.', { nullable: true, example: '+49 40 5550 100' })
  phone!: string | null;

  @Text('Home page of the space.', { nullable: true, format: 'uri', example: 'https://workshop.example.org/' })
  website_url!: string | null;

  @ListOf(() => OpeningHoursDto, 'Opening hours, ordered by day and time; empty if unknown.')
  opening_hours!: OpeningHoursDto[];

  @ListOf(() => OpeningExceptionDto, 'Dates that replace the weekly hours, ordered by date and time.', {
    maxItems: 1000,
  })
  opening_exceptions!: OpeningExceptionDto[];
}

/** A workshop, or a part of one. */
@ApiSchema({ name: 'Space', description: 'A workshop, or a part of one, with its address and opening hours.' })
@Examples({ slug: 'harbour-workshop', name: 'Harbour Workshop', summary: 'Wood, metal and laser by the water.' })
@Examples({ description_rendered: '<p>Four hundred square metres of <strong>open workshop</strong>.</p>' })
export class SpaceDto extends inOrder(
  SpaceHead,
  PageBlock,
  PublicationBlock,
  AccessBlock,
  SpaceLocation,
  SpaceContact,
  SoftDeleteBlock,
  TimestampsBlock,
) {}

/** Filters for lists of spaces. */
export class SpaceFiltersDto extends NamedFiltersDto {
  @FilterByValues(publicationStates, 'Filter by whether the space is a draft, published or archived.')
  publication_state?: SetFilter<PublicationState>;

  @FilterByIds('Filter by the parent space.')
  parent_id?: SetFilter;
}

/** The collection `spaces`. */
export const spacesContract = collection({
  name: 'spaces',
  resource: SpaceDto,
  filters: SpaceFiltersDto,
  sorts: ['name'],
  unique: [['slug']],
  naturalKey: 'slug',
  defaultSort: 'name',
});
