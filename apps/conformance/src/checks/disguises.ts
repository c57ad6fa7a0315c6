import { textOf, valuesAt } from '../json.js';
import { type Check, inFamily, onServer } from './check.js';
import { isDangerous } from './html.js';
import { create, read, sceneOf, smallBody, update, type Written } from './scene.js';
import { violated } from './violation.js';

/** Spellings that a browser reads as an address that runs: entities of all kinds, capitals, and what it skips. */
const addresses = [
  'java&#115;cript:alert(1)',
  'java&#x73;cript:alert(1)',
  'JaVa&#83;cript:alert(1)',
  '&#0000106;avascript:alert(1)',
  'javascript&colon;alert(1)',
  'javascript&#58;alert(1)',
  'java&Tab;script:alert(1)',
  'java&NewLine;script:alert(1)',
  '&#1;javascript:alert(1)',
  '\u0001javascript:alert(1)',
];

/** The same address wherever Markdown and its HTML take one. */
const placesOf = (address: string): string =>
  [
    `[x](${address})`,
    `[x](<${address}>)`,
    `![x](${address})`,
    `[x]\n\n[x]: ${address}`,
    `<a href="${address}">x</a>`,
    `<img src='${address}'>`,
    `<form action=${address}><button formaction="${address}">x</button></form>`,
  ].join('\n\n');

/** A line break stands in the address as it is, which Markdown itself does not take. */
const broken = '<a href="java\nscript:alert(1)">x</a>\n\n<a href="java\tscript:alert(1)">x</a>';

const renderedIn = ({ project }: Written): string[] =>
  [...valuesAt(project, 'description_rendered'), ...valuesAt(project, 'steps[].description_rendered')].map(textOf);

/** Checks of what is rendered in places where a renderer or a sanitiser is easily taken in. */
export const disguiseChecks: readonly Check[] = inFamily('writes', [
  onServer({
    id: 'disguised-addresses-are-not-left',
    rules: ['WRITE-8', 'SHAPE-6'],
    needs: ['writes'],
    title: 'an address that runs is not left, in whatever spelling it was written',
    run: async (trial) => {
      const { id } = await create(trial, smallBody(sceneOf(trial)));
      for (const markdown of [...addresses.map(placesOf), broken]) {
        const written = await update(trial, id, {
          description: markdown,
          steps: [{ title: 'a', description: markdown }],
        });
        const bad = renderedIn(written).find(isDangerous);
        if (bad !== undefined) violated('no address that runs', bad, written.exchange);
      }
    },
  }),
  onServer({
    id: 'kept-steps-are-rendered-anew',
    rules: ['WRITE-2', 'WRITE-8', 'SHAPE-6'],
    needs: ['writes'],
    title: 'a step that keeps its id and gets another description shows that one rendered, and a cleared one nothing',
    run: async (trial) => {
      const titles = ['a', 'b'];
      const first = await create(trial, {
        ...smallBody(sceneOf(trial)),
        steps: titles.map((title) => ({ title, description: 'formerly' })),
      });
      const [one = '', other = ''] = valuesAt(first.project, 'steps[].id').map(textOf);
      const written = await update(trial, first.id, {
        steps: [
          { id: one, title: 'a', description: 'nowadays' },
          { id: other, title: 'b' },
        ],
      });
      for (const shown of [written, await read(trial, first.id)]) {
        const rendered = valuesAt(shown.project, 'steps[].description_rendered').map(textOf);
        if (rendered.length !== 1 || rendered[0]?.includes('nowadays') !== true || rendered[0].includes('formerly'))
          violated('the new description of the one step rendered, and no other', rendered.join(), shown.exchange);
      }
    },
  }),
]);
