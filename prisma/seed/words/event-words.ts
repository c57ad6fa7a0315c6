import type { LocationKind, SeatNaming } from '@resource-catalogue/contracts';
import { bullets, type Markup, paragraph, text } from '../markup.js';

export interface EventWords {
  readonly name: string;
  readonly slug?: string;
  readonly category: string | null;
  readonly summary: string | null;
  readonly description: Markup | null;
  readonly location: readonly [kind: LocationKind, name: string | null];
  readonly ages: readonly [least: number | null, most: number | null];
  readonly minutes: number;
  readonly seats: number;
  readonly seatsPerBooking: number;
  readonly naming: SeatNaming;
  readonly cents: number | null;
}

const openEvening: EventWords = {
  name: 'Open evening',
  category: 'Open evenings',
  summary: 'Look around, ask, try a machine.',
  description: text(
    paragraph('The doors are open, someone stands at each machine, and *there is soup*.'),
    bullets('Tours at 18:00 and 19:30', 'No registration needed, but it helps with the soup'),
  ),
  location: ['onsite', null],
  ages: [null, null],
  minutes: 180,
  seats: 40,
  seatsPerBooking: 6,
  naming: 'anonymous',
  cents: null,
};

export const eventWords: readonly EventWords[] = [
  openEvening,
  {
    ...openEvening,
    name: 'Repair café',
    category: 'Repair cafés',
    summary: 'Bring what is broken, mend it together.',
    description: text(
      paragraph('Volunteers help with toasters, bicycles and torn jackets. **You** hold the screwdriver.'),
    ),
    minutes: 240,
    seats: 25,
    seatsPerBooking: 2,
  },
  openEvening,
  {
    ...openEvening,
    name: 'Talk: tools that last',
    category: 'Talks',
    summary: 'Three toolmakers, one hour, then questions.',
    description: text(paragraph('Three toolmakers on steel, handles and prices.')),
    location: ['online', null],
    minutes: 90,
    seats: 80,
    seatsPerBooking: 1,
    naming: 'nominative',
    cents: 500,
  },
  openEvening,
  {
    ...openEvening,
    name: 'Maker market',
    category: 'Other',
    summary: 'Thirty stalls in the old fish market.',
    description: text(paragraph('Thirty stalls of things that were made here.')),
    location: ['offsite', 'Old fish market, hall 2'],
    minutes: 360,
    seats: 60,
    seatsPerBooking: 10,
    cents: 300,
  },
  { ...openEvening, location: ['onsite', 'Foyer'] },
  {
    ...openEvening,
    name: 'Robots for teenagers',
    category: 'Open evenings',
    summary: 'An afternoon with motors, sensors and falling over.',
    description: text(paragraph('Kits are here. Bring a laptop, if you have one.')),
    ages: [12, 17],
    minutes: 180,
    seats: 16,
    seatsPerBooking: 3,
    naming: 'nominative',
    cents: 1200,
  },
  openEvening,
  {
    ...openEvening,
    name: 'ﬁlm night',
    category: 'Ｆｕｌｌｗｉｄｔｈ film nights',
    summary: 'Documentaries about making, on the big wall.',
    description: null,
    ages: [16, null],
    minutes: 150,
    seats: 90,
    seatsPerBooking: 4,
    cents: 600,
  },
  openEvening,
  {
    ...openEvening,
    name: 'Ａｒｄｕｉｎｏ 101',
    slug: 'arduino-101',
    category: 'Talks',
    summary: null,
    description: text(paragraph('Online, with parts by post.')),
    location: ['online', 'Link follows by e-mail'],
    minutes: 120,
    seats: 12,
    seatsPerBooking: 1,
    naming: 'nominative',
    cents: 2500,
  },
  { ...openEvening, seats: 30 },
  {
    ...openEvening,
    name: '🎪 Maker festival, "100% DIY"',
    slug: 'maker-festival',
    category: '🎪 Festivals',
    minutes: 480,
    seats: 300,
    seatsPerBooking: 8,
    cents: 800,
  },
  { ...openEvening, minutes: 120 },
  {
    ...openEvening,
    name: 'a quiet evening',
    category: null,
    summary: null,
    description: null,
    ages: [18, 99],
    seats: 10,
    seatsPerBooking: 2,
    naming: 'nominative',
  },
  {
    ...openEvening,
    name: 'Barcamp <holz & metall>',
    location: ['offsite', 'Öffentliche Bibliothek'],
    minutes: 420,
    seats: 70,
    seatsPerBooking: 5,
    cents: 1000,
  },
  {
    ...openEvening,
    name: 'Émaux et bijoux',
    category: 'Open evenings',
    minutes: 180,
    seats: 8,
    seatsPerBooking: 2,
    naming: 'nominative',
    cents: 4000,
  },
  { ...openEvening, name: 'ערב פתוח', slug: 'open-evening-hebrew' },
  { ...openEvening, name: '공예의 밤', slug: 'craft-night', summary: '함께 만들고 나눕니다.', seats: 20 },
];
