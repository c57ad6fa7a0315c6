import { bullets, code, grid, heading, type Markup, numbered, paragraph, quote, text } from '../markup.js';

export interface ProjectWords {
  readonly name: string;
  readonly summary: string | null;
  readonly tags: readonly string[];
}

export const familiarProjects: readonly ProjectWords[] = [
  {
    name: 'Folding stool',
    summary: 'A stool from one sheet of plywood, folded flat.',
    tags: ['plywood', 'furniture', 'cnc'],
  },
  { name: 'Birdhouse', summary: 'The first thing that everyone builds.', tags: ['wood', 'garden'] },
  {
    name: 'Cargo bike box',
    summary: 'Carries two children or one washing machine.',
    tags: ['bicycle', 'plywood', 'repair'],
  },
  {
    name: 'Weather station',
    summary: 'Wind, rain and light, sent by radio every minute.',
    tags: ['electronics', 'sensors', 'LoRa'],
  },
  { name: 'Linocut calendar', summary: null, tags: ['printing'] },
  { name: 'Theremin', summary: 'An instrument that you play without touching it.', tags: ['music', 'electronics'] },
  { name: 'Tea bowls', summary: 'Twelve bowls, four glazes, one that worked.', tags: ['ceramics'] },
  {
    name: 'Rain jacket from a tent',
    summary: 'One festival tent gives one jacket and two bags.',
    tags: ['textile', 'repair', 'upcycling'],
  },
  { name: 'Chess set', summary: 'Turned from walnut and maple.', tags: ['wood', 'games', 'lathe'] },
  { name: 'Moon lamp', summary: 'A lithophane of the far side.', tags: ['3d-printing', 'light'] },
  { name: 'Raised bed', summary: 'Larch, no screws.', tags: ['garden', 'wood'] },
  { name: 'Birdhouse', summary: 'With a camera.', tags: [] },
  { name: 'Marble run', summary: 'Eleven metres of bends along the stairs.', tags: ['games', 'plywood', 'laser'] },
  { name: 'Loudspeaker', summary: 'Full-range driver in a bent body.', tags: ['music', 'wood'] },
  { name: 'Pannier bags', summary: 'Lorry tarpaulin, rivets and seat belts.', tags: ['bicycle', 'textile'] },
  {
    name: 'Prosthetic hand',
    summary: 'For a child of seven; grows with the hand.',
    tags: ['3d-printing', 'open hardware'],
  },
  { name: 'Birdhouse', summary: null, tags: ['wood'] },
  { name: 'Standing desk', summary: 'A crank, two chains, no motor.', tags: ['furniture', 'metal'] },
];

export const rareProjects: readonly ProjectWords[] = [
  { name: 'a lamp', summary: 'lower case', tags: ['a', 'B', 'É', 'ä'] },
  { name: 'B-side of the record shelf', summary: null, tags: ['wood'] },
  { name: 'Étagère "à pois"', summary: 'En hêtre, 100 % massif.', tags: ['meuble'] },
  { name: 'ﬂat-pack kayak', summary: 'Its name begins with a ligature.', tags: ['boat'] },
  { name: 'Ｔシャツ', summary: '手刷りです。', tags: ['シルクスクリーン'] },
  { name: '𝔅ookbinding press', summary: null, tags: ['𝔅'] },
  { name: '🛶 Canoe', summary: '🛶🌊👩‍👩‍👧', tags: ['🌊', '👩‍🔧'] },
  { name: '<h1>Sign</h1>', summary: 'Tom & Jerry’s sign: 5 < 6 > 4', tags: ['<b>', '&amp;'] },
  { name: 'Path C:\\garden\\shed', summary: 'Back\\slashes', tags: ['back\\slash', 'com,ma', 'per%cent', 'quo"te'] },
  { name: 'Κιθάρα', summary: 'Από κυπαρίσσι.', tags: ['μουσική'] },
  { name: 'Самовар', summary: 'Медь, олово и терпение.', tags: ['металл'] },
  { name: 'فانوس', summary: 'من النحاس والزجاج الملوّن.', tags: ['ضوء', 'نحاس'] },
  { name: 'שולחן שחמט', summary: null, tags: [] },
  { name: 'चरखा', summary: 'सूत कातने के लिए।', tags: ['कपड़ा'] },
  { name: 'ว่าวจุฬา', summary: null, tags: ['ว่าว'] },
  { name: '榫卯凳', summary: '不用一颗钉子。', tags: ['木工', '榫卯'] },
  { name: '나전칠기 상자', summary: null, tags: ['나전'] },
  {
    name: 'n'.repeat(200),
    summary: 's'.repeat(500),
    tags: Array.from({ length: 20 }, (_, tag) => `tag ${tag + 1} `.padEnd(50, 'x')),
  },
];

/** What authors write; null where they wrote nothing. */
export const projectTexts: readonly (Markup | null)[] = [
  text(
    paragraph('It began with a broken chair and a sheet of **birch plywood**. Two evenings later there was this.'),
    heading('Material'),
    bullets('Birch plywood, 12 mm', 'Hard wax oil', 'Four *barrel nuts*'),
    paragraph('The files are [on my page](https://makers.example.org/files), help yourself.'),
  ),
  text(paragraph('Short and true: it works.')),
  null,
  text(
    heading('How it works'),
    paragraph('A microcontroller reads the sensors each minute and sleeps in between.'),
    code('c', 'if (wind > 12 && !alarm) {\n  printf("<storm>\\n");\n}'),
    quote('The first version drowned.'),
  ),
  text(
    paragraph('What it cost:'),
    grid(['Part', 'Price'], ['Wood', '24 €'], ['Screws', '3 €'], ['~~New saw blade~~ patience', '0 €']),
  ),
  text(
    paragraph('Three things that I would do otherwise:'),
    numbered('Sand *before* gluing', 'Ask for help with the long cuts', 'Not paint at night'),
  ),
  text(paragraph('由旧木料制成。谢谢所有帮忙的朋友们！'), paragraph('مصنوع من خشب قديم. שלום לכולם 🙌')),
];

export const stepTexts: readonly (readonly [title: string, description: Markup | null])[] = [
  ['Draw it', paragraph('On paper first, *then* on the screen.')],
  ['Cut the parts', text(paragraph('Mind the grain.'), bullets('Two sides', 'One seat', 'One **spare** of each'))],
  ['Sand', null],
  ['Glue and clamp', paragraph('Twenty minutes. Wipe off what comes out.')],
  ['Let it dry', null],
  ['Oil it, twice', paragraph('With a cloth, `240` grit in between.')],
  ['Celebrate 🎉', paragraph('Sit down.')],
];
