import { bullets, heading, type Markup, numbered, paragraph, text } from '../markup.js';

export interface TrainingWords {
  readonly name: string;
  readonly slug?: string;
  readonly category: string | null;
  readonly summary: string | null;
  readonly description: Markup | null;
  readonly prerequisites: Markup | null;
  /** Of a whole session, and over how many days it is spread. */
  readonly minutes: number;
  readonly parts: number;
  readonly seats: number;
  /** Below so many seats it is canceled so many hours before. */
  readonly minimum: readonly [seats: number, hours: number] | null;
  /** By index, like the accreditations that one needs to come. */
  readonly grants: readonly number[];
  readonly needs: readonly number[];
  readonly validMonths: number | null;
  /** The machines that it teaches, by their names. */
  readonly machines: readonly string[];
  readonly cents: number | null;
}

const induction: TrainingWords = {
  name: 'Laser cutter induction',
  category: 'Inductions',
  summary: 'Two hours, then you may use the laser cutter on your own.',
  description: text(
    paragraph('You learn to focus, to choose power and speed, and **what must never go into the machine**.'),
    heading('What you take home'),
    bullets('The accreditation *Laser cutting*', 'A key ring that you have designed'),
  ),
  prerequisites: text(paragraph('None. Bring a drawing as SVG, if you have one.')),
  minutes: 120,
  parts: 1,
  seats: 6,
  minimum: [2, 24],
  grants: [0],
  needs: [],
  validMonths: 24,
  machines: ['Laser cutter'],
  cents: 3500,
};

const course = {
  ...induction,
  category: 'Courses',
  description: null,
  prerequisites: null,
  minimum: null,
  grants: [],
  validMonths: null,
} as const;

export const trainingWords: readonly TrainingWords[] = [
  induction,
  {
    ...induction,
    name: 'Wood machines I',
    summary: 'Panel saw and planer, from the first cut to the square edge.',
    description: text(
      paragraph('Three evenings at the panel saw and the planer.'),
      numbered('Setting up, fences, push sticks', 'Boards: flat, square, to width', 'A small box, from rough timber'),
    ),
    prerequisites: text(paragraph('Closed shoes, hair tied back, *no* gloves.')),
    minutes: 540,
    parts: 3,
    seats: 8,
    minimum: [4, 72],
    grants: [2],
    validMonths: null,
    machines: ['Panel saw', 'Thickness planer', '🪚 Bandsaw'],
    cents: 18_000,
  },
  { ...induction, seats: 4 },
  {
    ...induction,
    name: '3D printing induction',
    summary: 'From the model to the part, with slicing in between.',
    description: text(paragraph('Slice, print, fail, *understand why*, print again.')),
    grants: [7],
    validMonths: null,
    machines: ['3D printer'],
    cents: null,
  },
  { ...induction, minutes: 150, cents: 4500 },
  {
    ...course,
    name: 'Welding weekend',
    summary: 'MIG/MAG on Saturday, TIG on Sunday.',
    description: text(
      paragraph('You weld a stool, and sit on it.'),
      bullets('Jackets and helmets are here', 'Wear cotton'),
    ),
    minutes: 840,
    parts: 2,
    seats: 4,
    minimum: [3, 168],
    grants: [5, 6, 13],
    machines: ['MIG/MAG welder'],
    cents: 29_000,
  },
  { ...induction },
  {
    ...course,
    name: 'CNC routing for furniture',
    summary: 'CAD, CAM and a chair from one sheet.',
    description: text(paragraph('Four evenings. You keep the chair.')),
    prerequisites: text(paragraph('You can draw in any CAD program, and hold *Wood machines I*.')),
    minutes: 720,
    parts: 4,
    seats: 6,
    minimum: [3, 96],
    grants: [1],
    needs: [2, 3, 13],
    machines: ['CNC router'],
    cents: 24_000,
  },
  { ...induction, seats: 5 },
  {
    ...course,
    name: 'Soldering for beginners',
    summary: 'A blinking badge in one evening.',
    description: text(paragraph('Through-hole first, then **one** tiny part for the brave.')),
    minutes: 180,
    seats: 10,
    grants: [8],
    machines: ['Electronics bench'],
    cents: 1500,
  },
  { ...induction, seats: 8, minutes: 90 },
  {
    ...course,
    name: 'Löten für Kinder',
    category: 'Für Kinder',
    summary: 'Ab acht Jahren, mit einem Erwachsenen.',
    minutes: 120,
    seats: 12,
    machines: ['Electronics bench'],
    cents: 800,
  },
  { ...induction, cents: 0 },
  {
    ...course,
    name: 'Darkroom evenings',
    summary: 'Develop a film, print a picture.',
    description: text(paragraph('Bring one exposed black-and-white film, 135 or 120.')),
    minutes: 360,
    parts: 2,
    seats: 4,
    grants: [11],
    machines: [],
    cents: 6000,
  },
  { ...induction, minutes: 120 },
  {
    ...course,
    name: 'Kiln firing',
    summary: 'Load, program, wait, unload.',
    minutes: 240,
    seats: 5,
    grants: [9],
    machines: ['Kiln', 'Émailleuse', 'เครื่องปั้นดินเผา'],
    cents: 3000,
  },
  {
    ...course,
    name: 'b-side screen printing',
    summary: null,
    minutes: 240,
    seats: 8,
    grants: [10],
    machines: ['Risograph'],
    cents: 4000,
  },
  {
    ...course,
    name: 'École du bois — "gratuit" & ouvert',
    summary: '100 % pratique',
    minutes: 180,
    seats: 9,
    machines: [],
    cents: null,
  },
  {
    ...course,
    name: 'Εισαγωγή στον τόρνο',
    slug: 'tornos',
    category: 'Inductions',
    minutes: 120,
    seats: 3,
    grants: [4],
    machines: ['Metal lathe'],
    cents: 4000,
  },
  {
    ...course,
    name: 'Шитьё для начинающих',
    slug: 'shityo',
    minutes: 180,
    seats: 8,
    machines: ['Industrial sewing machine', 'Швейная машина'],
    cents: 2500,
  },
  {
    ...course,
    name: '陶芸入門',
    slug: 'tougei',
    summary: '手びねりで湯のみを作ります。',
    minutes: 240,
    parts: 2,
    seats: 10,
    machines: ['Kiln'],
    cents: 5000,
  },
  {
    ...course,
    name: 'مقدمة في القص بالليزر',
    slug: 'laser-arabic',
    category: 'Inductions',
    minutes: 120,
    seats: 6,
    grants: [0],
    machines: ['آلة القص بالليزر', 'Laser cutter'],
    cents: 3500,
  },
  { ...course, name: 'ＣＡＤ講座', slug: 'cad', category: null, minutes: 90, seats: 20, machines: [], cents: 1000 },
  {
    ...course,
    name: '🔥 First aid <for makers>',
    slug: 'first-aid',
    category: 'Other',
    summary: 'Cuts, burns, eyes.',
    minutes: 420,
    seats: 15,
    grants: [13],
    validMonths: 24,
    machines: [],
    cents: 2000,
  },
  {
    ...course,
    name: 'Wood machines II',
    minutes: 360,
    parts: 2,
    seats: 6,
    grants: [3],
    needs: [2],
    machines: ['Panel saw'],
    cents: 16_000,
  },
];
