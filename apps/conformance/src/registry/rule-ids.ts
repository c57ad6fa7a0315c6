/**
 * The ids of the interface's rules, frozen: reports, baselines and people refer to them. A rule is added here, with a
 * check or a reason in `requirements.ts`, when docs/interface.md gains it; none is ever renamed.
 */
export const ruleIds = [
  ...(['SHAPE-1', 'SHAPE-2', 'SHAPE-3', 'SHAPE-4', 'SHAPE-5', 'SHAPE-6', 'SHAPE-7', 'SHAPE-8'] as const),
  ...(['SHAPE-9', 'SHAPE-10', 'LIST-1', 'LIST-2', 'LIST-3', 'LIST-4', 'LIST-5'] as const),
  ...(['PAGE-1', 'PAGE-2', 'PAGE-3', 'PAGE-4', 'FILT-1', 'FILT-2', 'FILT-3', 'FILT-4', 'FILT-5'] as const),
  ...(['FILT-6', 'FILT-7', 'FILT-8', 'FILT-9', 'FILT-10', 'FILT-11', 'SORT-1', 'SORT-2'] as const),
  ...(['GET-1', 'GET-2', 'GET-3', 'AUTH-1', 'AUTH-2', 'AUTH-3', 'AUTH-4', 'AUTH-5'] as const),
  ...(['ERR-1', 'ERR-2', 'ERR-3', 'ERR-4', 'ERR-5', 'RATE-1', 'RATE-2', 'RATE-3'] as const),
  ...(['HTTP-1', 'HTTP-2', 'HTTP-3', 'HTTP-4', 'HTTP-5', 'HTTP-6', 'HTTP-7'] as const),
  ...(['VER-1', 'EVENT-1', 'STATE-1', 'WRITE-1', 'WRITE-2', 'WRITE-3', 'WRITE-4', 'WRITE-5'] as const),
  ...(['WRITE-6', 'WRITE-7', 'WRITE-8', 'WRITE-9'] as const),
] as const;

/** The id of a rule of docs/interface.md. */
export type RuleId = (typeof ruleIds)[number];

const known: ReadonlySet<string> = new Set(ruleIds);

export const isRuleId = (text: string): text is RuleId => known.has(text);
