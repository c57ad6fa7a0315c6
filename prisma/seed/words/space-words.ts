import { bullets, heading, type Markup, paragraph, text } from '../markup.js';
import { openingHours, type OpeningHours } from '../time/opening-hours.js';

export interface SpaceWords {
  readonly name: string;
  /** Which of the spaces before it holds this one. */
  readonly parent: number | null;
  readonly zone: string;
  readonly currency: string;
  readonly hours: OpeningHours;
  readonly summary: string | null;
  readonly description: Markup | null;
  readonly address:
    | readonly [
        street: string | null,
        code: string | null,
        city: string | null,
        region: string | null,
        country: string | null,
      ]
    | null;
  readonly position: readonly [latitude: number, longitude: number] | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly website: string | null;
  readonly stage: 'open' | 'closed' | 'planned';
}

const hamburgHours = openingHours('1-5 08:00-22:00', '6 09:00-21:00', '7 10:00-18:00');
const hallHours = openingHours('2-5 09:00-13:00 14:00-22:00', '6 10:00-13:00 14:00-20:00');

const firstSpaces: readonly SpaceWords[] = [
  {
    name: 'Harbour Campus',
    parent: null,
    zone: 'Europe/Berlin',
    currency: 'EUR',
    hours: hamburgHours,
    summary: 'Workshops, meeting rooms and a café in a former customs shed by the water.',
    description: text(
      paragraph('Two thousand square metres of **open workshops** in the old customs shed on the Elbe.'),
      heading('On the campus'),
      bullets('Digital fabrication: laser, CNC, 3D printing', 'Electronics and photo labs', 'Meeting rooms and a café'),
    ),
    address: ['Speicherstraße 12', '20457', 'Hamburg', 'Hamburg', 'DE'],
    position: [53.5438, 9.9881],
    email: 'hello@harbour.example.org',
    phone: '+49 40 5550 100',
    website: 'https://harbour.example.org/',
    stage: 'open',
  },
  {
    name: 'Wood and Metal Hall',
    parent: 0,
    zone: 'Europe/Berlin',
    currency: 'EUR',
    hours: hallHours,
    summary: 'The loud half of the campus: saws, planers, lathes and welding booths.',
    description: text(
      paragraph('Everything that makes chips and sparks. **Ear protection** hangs by the door.'),
      paragraph('The hall closes for lunch so that the neighbours can have theirs.'),
    ),
    address: ['Speicherstraße 14, gate <B>', '20457', 'Hamburg', null, 'DE'],
    position: [53.5441, 9.9889],
    email: null,
    phone: '+49 40 5550 114',
    website: null,
    stage: 'open',
  },
  {
    name: '🌙 Night Lab 👩‍🔬',
    parent: 1,
    zone: 'Europe/Berlin',
    currency: 'EUR',
    hours: openingHours(),
    summary: null,
    description: null,
    address: null,
    position: null,
    email: 'night-lab@harbour.example.org',
    phone: null,
    website: 'https://harbour.example.org/night-lab',
    stage: 'open',
  },
  {
    name: 'ಬೆಂಗಳೂರು Studio',
    parent: null,
    zone: 'Asia/Kolkata',
    currency: 'INR',
    hours: openingHours('1-6 10:00-20:30'),
    summary: 'A sister workshop in Bengaluru: electronics, textiles and clay.',
    description: text(
      paragraph('Three floors above a printing press in Basavanagudi, run by *volunteers* since the first day.'),
      bullets(
        'Ground floor: kiln and wheels',
        'First floor: looms and embroidery',
        'Roof: electronics, when it does not rain',
      ),
    ),
    address: ['27 Gandhi Bazaar Main Road', '560004', 'Bengaluru', 'Karnataka', 'IN'],
    position: [12.9434, 77.5731],
    email: 'namaste@bengaluru.example.org',
    phone: '+91 80 5550 0127',
    website: 'https://bengaluru.example.org/',
    stage: 'open',
  },
  {
    name: 'Wood and Metal Hall',
    parent: 0,
    zone: 'Europe/Berlin',
    currency: 'EUR',
    hours: openingHours('3-5 15:00-21:00'),
    summary: 'The first hall, in the brewery. It moved to the campus.',
    description: null,
    address: ['Brauhof 3', null, null, null, null],
    position: null,
    email: null,
    phone: null,
    website: null,
    stage: 'closed',
  },
  {
    name: 'Waitematā Makerspace',
    parent: null,
    zone: 'Pacific/Auckland',
    currency: 'NZD',
    hours: openingHours('2-4 16:00-21:30', '6-7 10:00-17:00'),
    summary: 'Opens when the roof is on.',
    description: text(paragraph('Planned for the old ferry building.')),
    address: [null, '1010', 'Tāmaki Makaurau Auckland', null, 'NZ'],
    position: [-36.8422, 174.7672],
    email: 'kia-ora@waitemata.example.org',
    phone: null,
    website: null,
    stage: 'planned',
  },
];

const laterHours = openingHours('1-5 09:00-21:00', '6-7 10:00-18:00');

function later(
  name: string,
  zone: string,
  currency: string,
  city: string,
  country: string,
  position: readonly [number, number],
): SpaceWords {
  return {
    name,
    parent: null,
    zone,
    currency,
    hours: laterHours,
    summary: `Our workshop in ${city}.`,
    description: text(paragraph(`Benches, machines and company in the middle of **${city}**.`)),
    address: [null, null, city, null, country],
    position,
    email: null,
    phone: null,
    website: null,
    stage: 'open',
  };
}

/** The first six make the default catalogue; larger ones open the others. */
export const spaceWords: readonly SpaceWords[] = [
  ...firstSpaces,
  later('Atelier Mile End', 'America/Toronto', 'CAD', 'Montréal', 'CA', [45.5236, -73.6043]),
  later('Oficina Vila Madalena', 'America/Sao_Paulo', 'BRL', 'São Paulo', 'BR', [-23.5536, -46.6911]),
  later('札幌ファブ', 'Asia/Tokyo', 'JPY', 'Sapporo', 'JP', [43.0618, 141.3545]),
  later('Verkstedet', 'Europe/Oslo', 'NOK', 'Tromsø', 'NO', [69.6496, 18.956]),
  later('Karakana Workshop', 'Africa/Nairobi', 'KES', 'Nairobi', 'KE', [-1.2921, 36.8219]),
  later('Red Hook Bench', 'America/New_York', 'USD', 'New York', 'US', [40.6734, -74.0083]),
];
