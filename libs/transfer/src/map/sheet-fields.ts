import type { Field } from '@resource-catalogue/contracts';
import { placeHeaders, leaves, type SheetPlan } from '../resolve/sheet-columns.js';

/** The values that a column of a collection accepts. */
export interface SheetField extends Pick<Field, 'kind' | 'name' | 'description'> {
  readonly values?: readonly string[];
}

/** The field of each column of a collection. Names of references are texts. */
export function collectFields({ members }: SheetPlan): ReadonlyMap<string, SheetField> {
  const fields = new Map<string, SheetField>();
  for (const leaf of leaves(members)) {
    for (const header of placeHeaders(leaf)) {
      const { description = '' } = leaf.field ?? {};
      const isOwn = leaf.at === 'cell' && header === leaf.path;
      fields.set(header, isOwn ? leaf.field : { kind: 'text', name: header, description });
    }
  }
  return fields;
}
