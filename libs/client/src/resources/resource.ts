declare const shape: unique symbol;

/** A collection of the interface, as data: its path, and with it the types of all that is read from it. */
export interface Resource<Item, Filters, Sort extends string> {
  /** The last segment of the path: `/api/v1/{name}`. */
  readonly name: string;
  /** Never there: it carries the types. */
  readonly [shape]?: { readonly item: Item; readonly filters: Filters; readonly sort: Sort };
}

/** A collection whose resources can also be read one by one (GET-1). */
export interface ReadableResource<Item, Filters, Sort extends string> extends Resource<Item, Filters, Sort> {
  readonly get: true;
}

/** The id of what a collection holds. */
export type IdOf<Item> = Item extends { readonly id: infer Id extends string } ? Id : string;

/** The fields by which a collection sorts, from its contract (SORT-2). */
export type SortOf<Contract extends { readonly sorts: readonly string[] }> = Contract['sorts'][number];
