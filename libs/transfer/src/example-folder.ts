/** The example of a makerspace, as far from the sources as from the bundle of the programs. */
export const exampleFolder = new URL('../../../examples/makerspace/', import.meta.url);
