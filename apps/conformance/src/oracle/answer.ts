import type { CollectionCensus } from '../census/census.js';
import type { Row } from '../census/row.js';
import { type Question, meets } from './condition.js';
import { sorted } from './order.js';

/** The rows that a question must be answered with, in order, as far as the census knows them. */
export function answerOf({ contract, rows }: Pick<CollectionCensus, 'contract' | 'rows'>, question: Question): Row[] {
  const order = sorted(rows, question.sort ?? contract.defaultSort);
  return order.filter((row) => question.conditions.every((condition) => meets(contract, row, condition)));
}
