import { type Markup, markup } from '../markup.js';
import { openingHours, type OpeningHours } from '../time/opening-hours.js';
import { oneOf } from './one-of.js';
import file from './spaces.json' with { type: 'json' };

const stages = ['open', 'closed', 'planned'] as const;

export interface SpaceWords {
  readonly name: string;
  /** Which of the spaces before it holds this one. */
  readonly parent: number | null;
  readonly zone: string;
  readonly currency: string;
  readonly hours: OpeningHours;
  readonly summary: string | null;
  readonly description: Markup | null;
  readonly address: {
    readonly street: string | null;
    readonly postal_code: string | null;
    readonly city: string | null;
    readonly region: string | null;
    readonly country_code: string | null;
  } | null;
  readonly position: { readonly latitude: number; readonly longitude: number } | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly website: string | null;
  readonly stage: (typeof stages)[number];
}

/** As the file has it: the description by block, the hours by line. */
interface Written extends Omit<SpaceWords, 'hours' | 'description' | 'stage'> {
  readonly hours: readonly string[];
  readonly description: readonly string[] | null;
  readonly stage: string;
}

const space = ({ hours, description, stage, ...words }: Written): SpaceWords => ({
  ...words,
  hours: openingHours(...hours),
  description: description && markup(description),
  stage: oneOf(stages, stage),
});

const later = ({ city, country, ...words }: (typeof file.later)[number]): SpaceWords =>
  space({
    ...words,
    parent: null,
    hours: ['1-5 09:00-21:00', '6-7 10:00-18:00'],
    summary: `Our workshop in ${city}.`,
    description: [`Benches, machines and company in the middle of **${city}**.`],
    address: { street: null, postal_code: null, city, region: null, country_code: country },
    email: null,
    phone: null,
    website: null,
    stage: 'open',
  });

/** The first six make the default catalogue; larger ones open the others. */
export const spaceWords = [...file.first.map(space), ...file.later.map(later)];
