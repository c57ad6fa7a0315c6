/** Views in a separate file, because the first view does not need them. */
export { addCopyButton } from './app/code.js';
export { Drawer } from './app/drawer.js';
export { EmptyCatalogue } from './app/empty-catalogue.js';
export { SearchBox } from './search/name-picker.js';
export { CollectionPlace } from './data/collection.js';
export { Board } from './day/board.js';
export { Browse } from './pages/browse.js';
