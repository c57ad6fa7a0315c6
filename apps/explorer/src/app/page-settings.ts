/** The settings that the server writes into the page. */
const settings = () => document.getElementById('explorer')?.dataset;

/** Origins whose pictures the page may load. */
export const imageHosts = (): readonly string[] => (settings()?.['images'] ?? '').split(' ').filter(Boolean);

/** The command that runs the command line. */
export const catalogueCommand = (): string => settings()?.['catalogue'] ?? 'resource-catalogue';
