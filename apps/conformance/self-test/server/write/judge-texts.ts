import { isList, type JsonValue } from '../json.js';
import type { TextRule } from './fields.js';
import { note, type Spot } from './judge.js';

/** A text in its normal form; lengths count code points (WRITE-3). */
export function judgeText(value: JsonValue, rule: TextRule, spot: Spot, below = ''): string | null {
  const { behaviour } = spot.around;
  if (typeof value !== 'string') return note(spot, 'invalid_value', 'Must be a text.', below);
  const text = rule.trimmed ? behaviour.trimmed(value) : value;
  const length = behaviour.lengthOf(text);
  if (length < rule.least || length > rule.most)
    return note(spot, 'invalid_value', `Must have ${rule.least} to ${rule.most} characters.`, below);
  if (rule.url && !behaviour.isWebUrl(text)) return note(spot, 'invalid_value', 'Must be an http or https URL.', below);
  return text;
}

export function judgeTags(value: JsonValue, most: number, each: TextRule, spot: Spot): JsonValue {
  if (!isList(value)) return note(spot, 'invalid_value', 'Must be an array.');
  if (value.length > most) note(spot, 'too_many', `Must have at most ${most} entries.`);
  const seen = new Set<string>();
  return value.flatMap((item, index) => {
    const tag = judgeText(item, each, spot, `/${index}`);
    if (tag === null) return [];
    const folded = spot.around.behaviour.folded(tag);
    if (seen.has(folded)) note(spot, 'duplicate', 'Stands in the array already.', `/${index}`);
    seen.add(folded);
    return [tag];
  });
}
