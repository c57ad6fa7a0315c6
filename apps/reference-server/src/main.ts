import { referenceServerCommand, startedMessage } from './command.js';

await referenceServerCommand((server) => console.log(startedMessage(server))).parseAsync();
