import { type Markup, markup } from '../markup.js';
import familiar from './machines.json' with { type: 'json' };
import rare from './rare-machines.json' with { type: 'json' };

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
  readonly step: number;
  /** The least that a booking takes. */
  readonly minutes: number;
}

/** As a file has it: the description by block, the specifications by property and value. */
interface Written extends Omit<MachineWords, 'description' | 'specifications'> {
  readonly description: readonly string[] | null;
  readonly specifications: readonly (readonly string[])[] | null;
}

const plain = {
  category: null,
  brand: null,
  model: null,
  summary: null,
  description: null,
  specifications: null,
  accreditations: [],
  step: 60,
  minutes: 60,
};

const machine = ({ description, specifications, ...words }: Written): MachineWords => ({
  ...words,
  description: description && markup(description),
  specifications: specifications && table(specifications),
});

function table(rows: readonly (readonly string[])[]): Markup {
  return markup([['| Property | Value |', '|---|---|', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n')]);
}

/** What every workshop has; the first are what a visitor sees first. */
export const familiarMachines = familiar.map(machine);

/** Names and texts at the edges of what is allowed: scripts, quotes, marks, lengths and orders (SORT-1, FILT-2). */
export const rareMachines = rare.map((words) => machine({ ...plain, ...words }));
