import type { Markup } from '../markup.js';
import { bullets, grid, heading, paragraph, quote, text } from '../markup.js';

export interface MachineWords {
  readonly name: string;
  readonly slug?: string;
  /** Begins the stock numbers of its units. */
  readonly code: string;
  readonly category: string | null;
  readonly brand: string | null;
  readonly model: string | null;
  readonly summary: string | null;
  readonly description: Markup | null;
  readonly specifications: Markup | null;
  /** The accreditations that one needs, by index. */
  readonly accreditations: readonly number[];
  readonly step: 5 | 10 | 15 | 20 | 30 | 60;
  /** The least that a booking takes. */
  readonly minutes: number;
}

const specifications = (...rows: readonly (readonly [string, string])[]): Markup =>
  grid(['Property', 'Value'], ...rows);

const printer = (brand: string, model: string, volume: string): MachineWords => ({
  name: '3D printer',
  code: 'FDM',
  category: 'Digital fabrication',
  brand,
  model,
  summary: 'Prints PLA, PETG and TPU. Bring your own filament or buy it at the desk.',
  description: text(
    paragraph('Slice at home, send the file from the desk, **watch the first layer**.'),
    bullets(
      'Free below 50 g of filament',
      'Long prints only on self-service machines',
      'No ABS: the room has no extraction',
    ),
  ),
  specifications: specifications(['Build volume', volume], ['Nozzle', '0.4 mm'], ['Filament', '1.75 mm']),
  accreditations: [7],
  step: 30,
  minutes: 60,
});

/** What every workshop has; the first are what a visitor sees first. */
export const familiarMachines: readonly MachineWords[] = [
  {
    name: 'Laser cutter',
    code: 'LASER',
    category: 'Digital fabrication',
    brand: 'Lumacut',
    model: 'L90',
    summary: 'Cuts and engraves wood, card and acrylic up to 90 × 60 cm.',
    description: text(
      paragraph('Cuts plywood to 8 mm and acrylic to 10 mm, engraves glass, slate and leather.'),
      heading('Before you start'),
      bullets('**Never** PVC: it gives off chlorine', 'Extraction on, lid shut', 'Stay beside the machine'),
    ),
    specifications: specifications(['Source', 'CO₂, 90 W'], ['Bed', '900 × 600 mm'], ['Formats', 'SVG, DXF, PDF']),
    accreditations: [0],
    step: 15,
    minutes: 30,
  },
  {
    name: 'CNC router',
    code: 'CNC',
    category: 'Digital fabrication',
    brand: 'Nordfräs',
    model: 'Plan 1325',
    summary: 'Mills full sheets of plywood, MDF and plastic.',
    description: text(
      paragraph('A three-axis router with a vacuum table for sheets of **1300 × 2500 mm**.'),
      quote('Measure twice, cut once, and let someone look at your file.'),
    ),
    specifications: specifications(
      ['Axes', '3'],
      ['Spindle', '3.5 kW, 24 000 rpm'],
      ['Travel', '1310 × 2520 × 190 mm'],
    ),
    accreditations: [1, 2],
    step: 30,
    minutes: 60,
  },
  printer('Orbita', 'MK4', '250 × 210 × 220 mm'),
  printer('Orbita', 'XL-5', '360 × 360 × 360 mm'),
  {
    name: 'Panel saw',
    code: 'SAW',
    category: 'Woodworking',
    brand: 'Hallgren',
    model: 'F-32',
    summary: 'Straight and mitred cuts in boards and sheets.',
    description: text(paragraph('The heart of the wood hall. Staff set it up with you on your first three visits.')),
    specifications: specifications(['Blade', '315 mm'], ['Cut', '3200 mm'], ['Tilt', '0–45°']),
    accreditations: [2, 3, 13],
    step: 10,
    minutes: 20,
  },
  {
    name: 'Metal lathe',
    code: 'LATHE',
    category: 'Metalworking',
    brand: 'Hallgren',
    model: 'D 180 V',
    summary: 'Turns steel, brass and plastics up to 180 mm.',
    description: text(paragraph('Long hair tied, no gloves, **chuck key out**.')),
    specifications: specifications(['Swing', '180 mm'], ['Between centres', '450 mm']),
    accreditations: [4],
    step: 30,
    minutes: 60,
  },
  {
    name: 'Kiln',
    code: 'KILN',
    category: 'Ceramics',
    brand: 'Terrafuoco',
    model: 'TF 120',
    summary: 'Bisque and glaze firings up to 1280 °C.',
    description: text(paragraph('A firing takes twelve hours and cools for another twelve: book both.')),
    specifications: specifications(['Volume', '120 l'], ['Hottest', '1280 °C'], ['Mains', '11 kW, 400 V']),
    accreditations: [9],
    step: 60,
    minutes: 240,
  },
  {
    name: 'Embroidery machine',
    code: 'EMB',
    category: 'Textiles',
    brand: 'Filigrana',
    model: 'Six',
    summary: 'Six needles, hoops up to 36 × 20 cm.',
    description: text(paragraph('Reads PES and DST files. Threads in sixty colours are in the drawer below.')),
    specifications: specifications(['Needles', '6'], ['Speed', '1000 stitches a minute']),
    accreditations: [],
    step: 15,
    minutes: 30,
  },
  {
    name: 'Vinyl cutter',
    code: 'VINYL',
    category: 'Printing',
    brand: 'Pictor',
    model: 'Slice 60',
    summary: 'Cuts stickers, stencils and flock for T-shirts.',
    description: text(paragraph('Cuts from rolls 60 cm wide. The **heat press** is next to it.')),
    specifications: null,
    accreditations: [],
    step: 15,
    minutes: 15,
  },
  printer('Kestrel', 'Mini 180', '180 × 180 × 180 mm'),
  {
    name: 'Industrial sewing machine',
    code: 'SEW',
    category: 'Textiles',
    brand: 'Filigrana',
    model: 'Wal-7',
    summary: 'Walking foot: leather, canvas and many layers.',
    description: text(paragraph('For bags, saddles and sails. Needles 110 and up.')),
    specifications: specifications(['Stitch', '0–9 mm'], ['Lift', '16 mm']),
    accreditations: [14],
    step: 15,
    minutes: 30,
  },
  {
    name: 'MIG/MAG welder',
    code: 'WELD',
    category: 'Metalworking',
    brand: 'Veltron',
    model: 'Arc 220',
    summary: 'Steel from 1 to 8 mm, in two booths with extraction.',
    description: text(paragraph('Helmets and jackets are in the booth. Bring shoes that are not plastic.')),
    specifications: specifications(['Current', '30–220 A'], ['Gas', 'Ar/CO₂ 82/18']),
    accreditations: [5, 6, 13, 12],
    step: 20,
    minutes: 40,
  },
  printer('Orbita', 'MK4', '250 × 210 × 220 mm'),
  {
    name: 'Electronics bench',
    code: 'ELEC',
    category: 'Électronique',
    brand: null,
    model: null,
    summary: 'Oscilloscope, power supply, soldering and hot air.',
    description: text(
      paragraph('Two seats. The microscope moves between the benches.'),
      bullets('Oscilloscope 200 MHz', 'Power supply 2 × 30 V', 'Hot air, *not* for paint'),
    ),
    specifications: null,
    accreditations: [8],
    step: 30,
    minutes: 30,
  },
  {
    name: 'Floor loom',
    code: 'LOOM',
    category: 'Textiles',
    brand: 'Tessellate',
    model: '8-120',
    summary: 'Eight shafts, 120 cm. Booked by the week, since a warp stays on.',
    description: text(paragraph('A warp stays on the loom, so it is booked for whole days.')),
    specifications: specifications(['Shafts', '8'], ['Width', '120 cm']),
    accreditations: [],
    step: 60,
    minutes: 120,
  },
  printer('Kestrel', 'Resin 8K', '218 × 123 × 260 mm'),
  {
    name: 'Risograph',
    code: 'RISO',
    category: 'Printing',
    brand: 'Pictor',
    model: 'Duo A3',
    summary: 'Two spot colours at a time, up to A3.',
    description: text(paragraph('Drums: black, blue, fluorescent pink, yellow and *one that nobody has cleaned*.')),
    specifications: specifications(['Paper', '46–210 g/m²']),
    accreditations: [10],
    step: 30,
    minutes: 60,
  },
  {
    name: 'Thickness planer',
    code: 'PLANE',
    category: 'Woodworking',
    brand: 'Hallgren',
    model: 'T 410',
    summary: 'Boards up to 410 mm wide.',
    description: text(paragraph('No nails, no glue, no paint.')),
    specifications: null,
    accreditations: [2, 3],
    step: 10,
    minutes: 20,
  },
];
