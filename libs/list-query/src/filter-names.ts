import type { FilterField, Operator } from '@resource-catalogue/contracts';
import type { ListSpec } from './list-query.js';
import { accept, quoted, refuse, type Reading } from './reading.js';
import { literalSuffix } from './sets.js';

export interface FilterName {
  readonly definition: FilterField;
  readonly operator: Operator;
}

const form = /^filters\[(?<field>[^[\]]+)\]\[(?<operator>[^[\]]+)\](?<suffix>\[\])?$/;

/** Whether a parameter means to be a filter, rightly formed or not. */
export function isFilterName(name: string): boolean {
  return name === 'filters' || name.startsWith('filters[');
}

/** Reads `filters[FIELD][OPERATOR]`, for sets also with `[]` at the end (FILT-2, FILT-9). */
export function readFilterName(name: string, spec: ListSpec): Reading<FilterName> {
  const parts = form.exec(name)?.groups;
  if (!parts) {
    return refuse('unknown_parameter', `${quoted(name)} is not a filter; write filters[FIELD][OPERATOR]=VALUE.`);
  }
  const definition = spec.filters.get(parts.field ?? '');
  if (!definition) {
    const choice = [...spec.filters.keys()].join(', ');
    return refuse('unknown_field', `${spec.collection} has no filter ${quoted(parts.field ?? '')}; use ${choice}.`);
  }
  const operator = definition.operators.find((known) => known === parts.operator);
  if (!operator) {
    const choice = definition.operators.join(', ');
    const detail = `${definition.field} has no operator ${quoted(parts.operator ?? '')}; use ${choice}.`;
    return refuse('unknown_operator', detail);
  }
  if (parts.suffix === literalSuffix && operator !== 'in' && operator !== 'not_in') {
    return refuse('unknown_parameter', `${operator} takes one value; leave the [] at the end of ${quoted(name)} out.`);
  }
  return accept({ definition, operator });
}
