import { initialPublicationStates, publicationStates } from '@resource-catalogue/contracts';

/** The collections that a project refers to. */
export type Referenced = 'members' | 'spaces' | 'project_licenses' | 'project_thematics' | 'machines';

export interface TextRule {
  readonly kind: 'text';
  readonly least: number;
  readonly most: number;
  readonly trimmed: boolean;
  readonly url: boolean;
}

export type FieldRule =
  | TextRule
  | { readonly kind: 'state'; readonly values: readonly string[] }
  | { readonly kind: 'reference'; readonly to: Referenced }
  | { readonly kind: 'references'; readonly to: Referenced; readonly most: number }
  | { readonly kind: 'tags'; readonly most: number; readonly each: TextRule }
  | { readonly kind: 'steps'; readonly most: number };

/** A field of section 9's table. */
export interface WriteField {
  readonly rule: FieldRule;
  readonly required: boolean;
  readonly nullable: boolean;
}

const text = (most: number, more: Partial<TextRule> = {}): TextRule => ({
  kind: 'text',
  least: 0,
  most,
  trimmed: false,
  url: false,
  ...more,
});

const title = text(200, { least: 1, trimmed: true });
const kept = (rule: FieldRule): WriteField => ({ rule, required: false, nullable: false });
const clearable = (rule: FieldRule): WriteField => ({ rule, required: false, nullable: true });
const required = (rule: FieldRule): WriteField => ({ rule, required: true, nullable: false });

const either: readonly (readonly [string, WriteField])[] = [
  ['summary', clearable(text(500))],
  ['description', clearable(text(100_000))],
  ['space_id', clearable({ kind: 'reference', to: 'spaces' })],
  ['license_id', clearable({ kind: 'reference', to: 'project_licenses' })],
  ['thematic_ids', kept({ kind: 'references', to: 'project_thematics', most: 10 })],
  ['machine_ids', kept({ kind: 'references', to: 'machines', most: 50 })],
  ['collaborator_ids', kept({ kind: 'references', to: 'members', most: 50 })],
  ['tags', kept({ kind: 'tags', most: 20, each: text(50, { least: 1, trimmed: true }) })],
  ['external_url', clearable(text(2048, { url: true }))],
  ['steps', kept({ kind: 'steps', most: 100 })],
];

/** The fields of `ProjectCreate`. */
export const createFields: ReadonlyMap<string, WriteField> = new Map([
  ['name', required(title)],
  ['author_id', required({ kind: 'reference', to: 'members' })],
  ...either,
  ['publication_state', kept({ kind: 'state', values: initialPublicationStates })],
]);

/** The fields of `ProjectUpdate`. */
export const updateFields: ReadonlyMap<string, WriteField> = new Map([
  ['name', kept(title)],
  ...either,
  ['publication_state', kept({ kind: 'state', values: publicationStates })],
]);

/** The fields of a step; `id` on PATCH only. */
export const stepTitle: TextRule = title;
export const stepDescription: TextRule = text(20_000);
