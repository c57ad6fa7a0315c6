/** A name for a text to be prepared under; empty where it should not be prepared. */
export type StatementNames = (text: string) => string;

/**
 * Names the first texts that come, so that they are parsed and planned once on each connection. The others get no name:
 * every prepared statement costs memory on every connection. One name always means one text.
 */
export function statementNames(prefix: string, most: number): StatementNames {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= most) return known ?? '';
    const name = `${prefix}_${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}
