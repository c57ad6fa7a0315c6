import type { CollectionSnapshot } from '../snapshot/snapshot.js';
import type { Row } from '../snapshot/row.js';
import { matcher, type Question } from './condition.js';
import { sorted } from './order.js';

/** The rows that a question must be answered with, in order, as far as the snapshot knows them. */
export function answerOf(
  { contract, rows }: Pick<CollectionSnapshot, 'contract' | 'rows'>,
  question: Question = {},
): readonly Row[] {
  const order = sorted(rows, question.sort ?? contract.defaultSort);
  return (question.conditions ?? []).reduce<readonly Row[]>(
    (kept, condition) => kept.filter(matcher(contract, condition)),
    order,
  );
}
