import { toHtml } from './blocks/markup.js';
import { type Bookable, bookableTables, makeBookable } from './bookables.js';
import type { Ground } from './ground.js';
import { itemAt } from './random.js';
import { type SeedTable, toTable } from './table.js';
import file from './words/machines.json' with { type: 'json' };
import rare from './words/rare-machines.json' with { type: 'json' };

const plain = {
  ...{ category: null, brand: null, model: null, summary: null, description: null, specifications: null },
  ...{ accreditations: [], step: 60, minutes: 60 },
};

const familiar = file.machines.map((words) => ({ ...file.printer, ...words }));

/**
 * First the machines of any workshop, then names and texts at the edges of the limits: scripts, quotes, marks,
 * lengths and orders (SORT-1, FILT-2). Familiar ones occur twice, so that names are not unique and visitors
 * see them first.
 */
const machineWords = [...familiar, ...rare.map((words) => ({ ...plain, ...words })), ...familiar];

export function makeMachines(ground: Ground): Bookable[] {
  return ground.root.child('machines').times(ground.scale.machines, (random, index) => {
    const words = itemAt(machineWords, index);
    const machine = makeBookable(ground, 'machine', words, index, random);
    const { brand, model, specifications } = words;
    const row = { ...machine.row, specifications_rendered: tableHtml(specifications), brand, model };
    return { ...machine, row };
  });
}

function tableHtml(properties: readonly (readonly string[])[] | null): string | null {
  const rows = properties?.map((cells) => `| ${cells.join(' | ')} |`);
  return rows ? toHtml([['| Property | Value |', '|---|---|', ...rows].join('\n')]) : null;
}

export function machineTables(machines: readonly Bookable[]): SeedTable[] {
  return [toTable('machines', machines), ...bookableTables('machine', machines)];
}
