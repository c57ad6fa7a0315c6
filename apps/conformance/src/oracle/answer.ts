import type { CollectionSnapshot } from '../snapshot/snapshot.js';
import type { Row } from '../snapshot/row.js';
import { type Question, meets } from './condition.js';
import { sorted } from './order.js';

/** The rows that a question must be answered with, in order, as far as the snapshot knows them. */
export function answerOf(
  { contract, rows }: Pick<CollectionSnapshot, 'contract' | 'rows'>,
  question: Question = {},
): Row[] {
  const order = sorted(rows, question.sort ?? contract.defaultSort);
  return order.filter((row) => (question.conditions ?? []).every((condition) => meets(contract, row, condition)));
}
