// These relative paths are correct from the sources and from the bundle.

/** The example makerspace. */
export const exampleFolder = new URL('../../../examples/makerspace/', import.meta.url);

/** Mappings of common exports. */
export const mappingsFolder = new URL('../../../libs/transfer/mappings/', import.meta.url);
