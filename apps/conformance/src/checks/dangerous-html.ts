/** A tag with all of its attributes, whose values may hold a `>`; where its quotes are broken, all up to the next `>`. */
const tag = /<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>|<[a-z/!][^>]*>/gi;
const value = /=\s*("[^"]*"|'[^']*'|[^\s>]*)/g;

/** Whether HTML can run or load something: only what stands inside of a tag can, and no text of an attribute. */
export function isDangerous(html: string): boolean {
  if (/<\s*\/?\s*(?:script|style|iframe|object|embed)\b/i.test(html)) return true;
  return (html.match(tag) ?? []).some((one) => hasHandler(one) || hasScriptAddress(one));
}

const hasHandler = (one: string): boolean =>
  /[\s/"']on\w+\s*=/i.test(one.replaceAll(/=\s*(?:"[^"]*"|'[^']*')/g, '=""'));

const hasScriptAddress = (one: string): boolean =>
  [...one.matchAll(value)].some(([, text = '']) => /^["']?\s*(?:javascript|vbscript|data:text\/html)/i.test(text));
