/** Tariff groups; each has its own monthly membership. */
export const groupNames = [
  'Standard',
  'Students',
  'Seniors (65+)',
  'Companies, up to 5 seats',
  'Non-profits',
  'Artists in residence',
  'Łódź exchange “Twin Cities”',
  'Volunteers 🧰',
];

export const accreditationNames = [
  'Laser cutting',
  'CNC routing',
  'Wood machines I',
  'Wood machines II',
  'Metal lathe',
  'Welding: MIG/MAG',
  'Welding: TIG',
  '3D printing',
  'Soldering & reflow',
  'Kiln firing',
  'Screen printing',
  'Darkroom',
  'Fork lift <2 t',
  'First aid',
  'Nähmaschine, Industrie',
  '電子工作',
];

export const equipmentNames = [
  'Workbench',
  'Projector',
  'Whiteboard',
  'Dust extraction',
  'Compressed air (8 bar)',
  'Three-phase current 400 V',
  'Sink',
  'Daylight lamps',
  'Sound system',
  'Video conference',
  'Drying rack',
  'Safe-light',
  'Piano',
  'Fume hood',
  'Lockers "S" to "XL"',
  'Kinderecke 🧸',
];

/** The first is still offered; the last was taken away. */
export const customDurationNames = ['Evening', 'Weekend', 'Firing (12 h)', 'Half shift'];

export interface CategoryWords {
  readonly name: string;
  readonly slug?: string;
  readonly description?: string;
  readonly deleted?: boolean;
}

/** By type, in the order in which people read them. `Other` comes in every type, and twice where it was deleted once. */
export const categoryWords: Readonly<
  Record<'machine' | 'place' | 'training' | 'event' | 'plan' | 'price', readonly CategoryWords[]>
> = {
  machine: [
    { name: 'Digital fabrication', description: 'Machines that are driven by a drawing.' },
    { name: 'Woodworking', description: 'Saws, planers, routers and lathes for wood.' },
    { name: 'Metalworking', description: 'Turning, milling, bending and welding.' },
    { name: 'Textiles' },
    { name: 'Ceramics', description: 'Wheels, slab rollers & kilns up to 1280 °C.' },
    { name: 'Printing' },
    { name: 'Électronique', description: 'Mesurer, souder, programmer.' },
    { name: 'Other' },
    { name: 'Other', deleted: true, description: 'Merged into the other “Other”.' },
  ],
  place: [
    { name: 'Workshops', description: 'Rooms with machines.' },
    { name: 'Meeting rooms' },
    { name: 'Labs', description: 'Photo, chemistry and sound.' },
    { name: 'Event halls' },
    { name: 'Other' },
    { name: 'Other', deleted: true },
  ],
  training: [
    { name: 'Inductions', description: 'What you need before you use a machine alone.' },
    { name: 'Courses', description: 'Several evenings.' },
    { name: 'Für Kinder', description: 'Von 8 bis 14 Jahren.' },
    { name: 'Other' },
  ],
  event: [
    { name: 'Open evenings' },
    { name: 'Talks', description: 'An hour, then questions.' },
    { name: 'Repair cafés' },
    { name: 'Ｆｕｌｌｗｉｄｔｈ film nights', slug: 'film-nights' },
    { name: '🎪 Festivals', slug: 'festivals' },
    { name: 'Other' },
  ],
  plan: [{ name: 'Memberships' }, { name: 'Passes', description: 'For a day or for ten.' }, { name: 'Other' }],
  price: [
    { name: 'Standard' },
    { name: 'Reduced', description: 'Students, pensioners, people without work.' },
    { name: 'Members', description: 'With any plan that is active.' },
    { name: 'Children (under 14)' },
    { name: 'Sliding scale: "pay what you can"', slug: 'sliding-scale' },
    { name: 'abonnés' },
    { name: 'Ärmere Kommunen', deleted: true },
    { name: 'Other' },
  ],
};

export const licenseWords: readonly (readonly [
  name: string,
  code: string,
  url: string | null,
  description: string | null,
  position: number,
])[] = [
  [
    'Creative Commons Attribution',
    'CC-BY-4.0',
    'https://creativecommons.org/licenses/by/4.0/',
    'Use it for anything, name the author.',
    1,
  ],
  [
    'Creative Commons Attribution-ShareAlike',
    'CC-BY-SA-4.0',
    'https://creativecommons.org/licenses/by-sa/4.0/',
    'Use it for anything, name the author, share what you make of it alike.',
    1,
  ],
  ['Creative Commons Attribution', 'CC-BY-3.0', 'https://creativecommons.org/licenses/by/3.0/', null, 1],
  [
    'CERN Open Hardware Licence, strongly reciprocal',
    'CERN-OHL-S-2.0',
    'https://ohwr.org/cern_ohl_s_v2.txt',
    'For hardware: whoever sells it shares the design.',
    1,
  ],
  ['MIT License', 'MIT', 'https://opensource.org/license/mit', null, 0],
  ['a house rule: ask first', 'LicenseRef-House,2', null, 'Ask the author, then do what you agreed on.', 9],
];

export const thematicWords: readonly (readonly [name: string, slug: string, position: number])[] = [
  ['Furniture', 'furniture', 0],
  ['Electronics', 'electronics', 0],
  ['Textile & fashion', 'textile-fashion', 0],
  ['Games', 'games', 0],
  ['ﬁne arts', 'fine-arts', 0],
  ['Music', 'music', 0],
  ['upcycling & repair', 'upcycling-repair', 0],
  ['Music', 'music-2', 0],
  ['éducation', 'education', 7],
  ['🚲 Bicycles', 'bicycles', 12],
];
