import { type Markup, markup } from '../markup.js';
import places from './places.json' with { type: 'json' };

export interface PlaceWords {
  readonly name: string;
  readonly slug?: string;
  /** Begins the stock numbers of its units. */
  readonly code: string;
  readonly category: string | null;
  readonly summary: string | null;
  readonly description: Markup | null;
  readonly capacity: number | null;
  /** By index, like the accreditations. */
  readonly equipments: readonly number[];
  readonly accreditations: readonly number[];
  readonly step: number;
  readonly minutes: number;
}

/** As the file has it: the description by block. */
interface Written extends Omit<PlaceWords, 'description'> {
  readonly description: readonly string[] | null;
}

const place = ({ description, ...words }: Written): PlaceWords => ({
  ...words,
  description: description && markup(description),
});

export const placeWords = places.map(place);
