/** The example makerspace; this relative path is correct from the sources and from the bundle. */
export const exampleFolder = new URL('../../../examples/makerspace/', import.meta.url);
