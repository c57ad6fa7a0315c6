import type { ProjectStepDto, ProjectStepUpdateDto } from '@resource-catalogue/contracts';
import { renderMarkdown } from '../../markdown/render-markdown.js';
import type { ProblemFault } from '../../problems/problem.js';
import { isId } from './project-references.js';

/** The steps of a stored project; the column is JSON, so its type says nothing of them. */
export function stepsOf(column: unknown): ProjectStepDto[] {
  return Array.isArray(column) ? column.filter(isStep) : [];
}

function isStep(value: unknown): value is ProjectStepDto {
  return typeof value === 'object' && value !== null && 'id' in value && 'title' in value && 'description' in value;
}

type SentStep = Pick<ProjectStepUpdateDto, 'title'> & Partial<ProjectStepUpdateDto>;

/** The steps as they are stored: the place in the array is the position, and a step that is named keeps its id. */
export function storedSteps(sent: readonly SentStep[], newId: () => string): ProjectStepDto[] {
  return sent.map(({ id, title, description }, index) => ({
    id: id ?? newId(),
    position: index + 1,
    title,
    description: description ?? null,
    description_rendered: description == null ? null : renderMarkdown(description),
  }));
}

/** Section 9: an id must be of this project, and WRITE-3: only once. */
export function stepFaults(sent: unknown, present: readonly ProjectStepDto[]): ProblemFault[] {
  const own = new Set<unknown>(present.map(({ id }) => id));
  const seen = new Set<unknown>();
  if (!Array.isArray(sent)) return [];
  return sent.flatMap((step: unknown, index): ProblemFault[] => {
    if (typeof step !== 'object' || step === null || !('id' in step) || !isId(step.id)) return [];
    const pointer = `/steps/${index}/id`;
    if (seen.has(step.id)) return [{ pointer, code: 'duplicate', detail: 'Another step of this body has this id.' }];
    seen.add(step.id);
    return own.has(step.id)
      ? []
      : [{ pointer, code: 'unknown_reference', detail: 'No step of this project has this id.' }];
  });
}

/** Whether the steps stay what they are, so that sending them again changes nothing (WRITE-4). */
export function sameSteps(left: readonly ProjectStepDto[], right: readonly ProjectStepDto[]): boolean {
  return (
    left.length === right.length &&
    left.every(({ id, title, description }, index) => {
      const other = right[index];
      return id === other?.id && title === other.title && description === other.description;
    })
  );
}
