import type { PlaceExtraPricing } from '@resource-catalogue/contracts';
import { bullets, type Markup, paragraph, text } from '../markup.js';

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
  readonly step: 5 | 10 | 15 | 20 | 30 | 60;
  readonly minutes: number;
}

const meetingRoom = (capacity: number, view: string): PlaceWords => ({
  name: 'Meeting room',
  code: 'ROOM',
  category: 'Meeting rooms',
  summary: `A table for ${capacity}, with a view of ${view}.`,
  description: text(
    paragraph(`A quiet room for **${capacity} people**, with a view of ${view}.`),
    bullets('Screen and camera for video calls', 'Whiteboard walls', 'Coffee from the machine in the corridor'),
  ),
  capacity,
  equipments: [1, 2, 9],
  accreditations: [],
  step: 15,
  minutes: 30,
});

export const placeWords: readonly PlaceWords[] = [
  {
    name: 'Wood workshop',
    code: 'WOOD',
    category: 'Workshops',
    summary: 'Six benches, hand tools and clamps without number.',
    description: text(
      paragraph('Six benches with vices. Hand tools are on the wall: **put them back under their shadow**.'),
      bullets('Sharpening station', 'Veneer press', 'Glue corner'),
    ),
    capacity: 12,
    equipments: [0, 3, 4, 5],
    accreditations: [2, 3, 13],
    step: 30,
    minutes: 60,
  },
  meetingRoom(8, 'the river'),
  {
    name: 'Photo lab',
    code: 'PHOTO',
    category: 'Labs',
    summary: 'Black-and-white darkroom with two enlargers.',
    description: text(paragraph('Film to 6 × 7, paper to 40 × 50 cm. Chemistry is mixed on *Mondays*.')),
    capacity: 2,
    equipments: [6, 11, 10],
    accreditations: [11],
    step: 60,
    minutes: 120,
  },
  meetingRoom(6, 'the yard'),
  {
    name: 'Ceramics studio',
    code: 'CLAY',
    category: 'Workshops',
    summary: 'Wheels, slab roller and shelves for what has to dry.',
    description: text(paragraph('Eight wheels. Clay is sold by the bag, glazes by the jar.')),
    capacity: 10,
    equipments: [0, 6, 10],
    accreditations: [],
    step: 30,
    minutes: 60,
  },
  meetingRoom(20, 'the stairs'),
  {
    name: 'Event hall',
    code: 'HALL',
    category: 'Event halls',
    summary: 'A stage, a bar and chairs for a hundred and twenty.',
    description: text(paragraph('For talks, film nights and markets. Staff open and close it.')),
    capacity: 120,
    equipments: [1, 8, 7, 12, 9],
    accreditations: [],
    step: 60,
    minutes: 120,
  },
  {
    name: 'Co-working desk',
    code: 'DESK',
    category: 'Other',
    summary: 'A desk by the window, by the hour or by the day.',
    description: text(paragraph('With a lamp, a socket and a neighbour.')),
    capacity: 1,
    equipments: [7],
    accreditations: [],
    step: 30,
    minutes: 60,
  },
  meetingRoom(4, 'the café'),
  meetingRoom(8, 'the old crane'),
  {
    name: 'atelier couture',
    code: 'COUT',
    category: 'Workshops',
    summary: 'Grande table de coupe, surjeteuses et mannequins.',
    description: null,
    capacity: 8,
    equipments: [0, 7, 14, 15],
    accreditations: [14],
    step: 20,
    minutes: 60,
  },
  {
    name: 'Élektronikai labor',
    code: 'ELAB',
    category: 'Labs',
    summary: null,
    description: text(paragraph('ESD floor, fume hoods and a reflow oven.')),
    capacity: 6,
    equipments: [13, 4],
    accreditations: [8],
    step: 30,
    minutes: 60,
  },
  meetingRoom(10, 'nothing at all'),
  {
    name: 'Sound booth "B" (−40 dB)',
    code: 'BOOTH, small',
    category: 'Labs',
    summary: 'For voices and one guitar.',
    description: text(paragraph('A box in a box. The microphone is signed out at the desk.')),
    capacity: 1,
    equipments: [8],
    accreditations: [],
    step: 15,
    minutes: 30,
  },
  { ...meetingRoom(12, 'the sea'), summary: null, description: null },
  {
    name: '🌿 Roof garden',
    slug: 'roof-garden',
    code: 'ROOF',
    category: 'Other',
    summary: 'Raised beds, a grill and the best view.',
    description: null,
    capacity: null,
    equipments: [],
    accreditations: [],
    step: 60,
    minutes: 60,
  },
  {
    name: 'Ｓｔｕｄｉｏ <A>',
    code: 'STUDIO',
    category: null,
    summary: 'Daylight from the north, a white cove and 100% quiet.',
    description: text(paragraph('A cove of 4 × 6 m and a ceiling that bears *half a tonne*.')),
    capacity: 15,
    equipments: [7, 8, 5],
    accreditations: [],
    step: 30,
    minutes: 60,
  },
  {
    name: 'Столярка',
    slug: 'stolyarka',
    code: 'STOL',
    category: 'Workshops',
    summary: 'Верстаки и ручной инструмент.',
    description: null,
    capacity: 6,
    equipments: [0, 3],
    accreditations: [2],
    step: 5,
    minutes: 30,
  },
  meetingRoom(6, 'the temple tank'),
  {
    name: 'מעבדת צילום',
    slug: 'photo-lab-hebrew',
    code: 'TSILUM',
    category: 'Labs',
    summary: null,
    description: null,
    capacity: 3,
    equipments: [11],
    accreditations: [11],
    step: 10,
    minutes: 60,
  },
];

export const extraWords: readonly (readonly [
  name: string,
  description: string | null,
  sku: string,
  pricing: PlaceExtraPricing,
])[] = [
  ['Coffee and tea', 'A thermos for eight, with milk and oat milk.', 'EX-COFFEE', 'per_person'],
  ['Projector on wheels', 'HDMI and USB-C.', 'EX-BEAM', 'per_booking'],
  ['Cleaning afterwards', null, 'EX CLEAN', 'per_booking'],
  ['Technician', 'Someone who knows the mixing desk.', 'EX-TECH', 'per_hour'],
  ['Locker overnight', null, 'EX-LOCK,1', 'per_day'],
  ['Flip chart', 'With pens that write.', 'EX-FLIP', 'free'],
  ['Brotzeit „groß“ 🥨', null, 'EX-BROT', 'per_person'],
  ['Tool trolley', 'Clamps, cordless drills, squares.', 'EX-TOOL', 'per_day'],
];
