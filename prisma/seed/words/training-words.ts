import { type Markup, markup } from '../markup.js';
import { oneOf } from './one-of.js';
import file from './trainings.json' with { type: 'json' };

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
  readonly minimum: { readonly seats: number; readonly hours: number } | null;
  /** By index, like the accreditations that one needs to come. */
  readonly grants: readonly number[];
  readonly needs: readonly number[];
  readonly validMonths: number | null;
  /** The machines that it teaches, by their names. */
  readonly machines: readonly string[];
  readonly cents: number | null;
}

/** As the file has it: the texts by block. */
interface Written extends Omit<TrainingWords, 'description' | 'prerequisites'> {
  readonly description: readonly string[] | null;
  readonly prerequisites: readonly string[] | null;
}

const models = { induction: file.induction, course: { ...file.induction, ...file.course } };

const training = ({ description, prerequisites, ...words }: Written): TrainingWords => ({
  ...words,
  description: description && markup(description),
  prerequisites: prerequisites && markup(prerequisites),
});

export const trainingWords = file.trainings.map(({ like, ...words }) =>
  training({ ...models[oneOf(['induction', 'course'], like)], ...words }),
);
