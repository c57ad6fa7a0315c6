import { type LocationKind, locationKinds, type SeatNaming, seatNamings } from '@resource-catalogue/contracts';
import { type Markup, markup } from '../markup.js';
import { oneOf } from './one-of.js';
import file from './events.json' with { type: 'json' };

export interface EventWords {
  readonly name: string;
  readonly slug?: string;
  readonly category: string | null;
  readonly summary: string | null;
  readonly description: Markup | null;
  readonly location: { readonly kind: LocationKind; readonly name: string | null };
  readonly ages: { readonly min: number | null; readonly max: number | null };
  readonly minutes: number;
  readonly seats: number;
  readonly seatsPerBooking: number;
  readonly naming: SeatNaming;
  readonly cents: number | null;
}

/** As the file has it: the description by block. */
interface Written extends Omit<EventWords, 'description' | 'location' | 'naming'> {
  readonly description: readonly string[] | null;
  readonly location: { readonly kind: string; readonly name: string | null };
  readonly naming: string;
}

const event = ({ description, location, naming, ...words }: Written): EventWords => ({
  ...words,
  description: description && markup(description),
  location: { ...location, kind: oneOf(locationKinds, location.kind) },
  naming: oneOf(seatNamings, naming),
});

export const eventWords = file.events.map((words) => event({ ...file.openEvening, ...words }));
