/** The path of a collection, below the base URL (VER-1). */
export const collectionPath = (collection: string): string => `/api/v1/${collection}`;

/** The path of one resource. */
export function resourcePath(collection: string, id: string): string {
  if (/^\.{0,2}$/.test(id)) throw new TypeError(`${JSON.stringify(id)} is not an id: it would change the path.`);
  return `${collectionPath(collection)}/${encodeURIComponent(id)}`;
}
