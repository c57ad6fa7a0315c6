import { referenceServerCommand } from './command.js';

await referenceServerCommand((_, message) => console.log(message)).parseAsync();
