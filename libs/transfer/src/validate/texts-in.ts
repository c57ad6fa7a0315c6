import { type DtoClass, fieldTable } from '@resource-catalogue/contracts';
import { isObject } from '@resource-catalogue/program';

type Values = Readonly<Record<string, unknown>>;

/** Visits texts of an object and of its parts with their pointers. */
type VisitTexts = (value: Values, pointer: string, visit: (text: string, pointer: string) => void) => void;

/** Compiles a visit of the text fields with certain names; null if a resource has none. */
export function textsIn(dto: DtoClass, isWanted: (name: string) => boolean): VisitTexts | null {
  const own: string[] = [];
  const parts: (readonly [key: string, visitTexts: VisitTexts])[] = [];
  for (const { name, kind, dto: inner } of fieldTable(dto).values()) {
    if (kind === 'text' && isWanted(name)) own.push(name);
    const visitTexts = inner && textsIn(inner(), isWanted);
    if (visitTexts) parts.push([name, visitTexts]);
  }
  if (own.length === 0 && parts.length === 0) return null;
  return (value, pointer, visit) => {
    for (const key of own) {
      const text = value[key];
      if (typeof text === 'string') visit(text, `${pointer}/${key}`);
    }
    for (const [key, visitTexts] of parts) {
      const part = value[key];
      if (isObject(part)) visitTexts(part, `${pointer}/${key}`, visit);
      for (const [index, item] of Array.isArray(part) ? part.entries() : [])
        if (isObject(item)) visitTexts(item, `${pointer}/${key}/${index}`, visit);
    }
  };
}
