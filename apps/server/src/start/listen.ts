import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Settings } from '../settings/settings.js';
import { CommandError } from '../problems/command-error.js';

/** Listens where the settings say, or says in one line why that cannot be. */
export async function listen(server: Server, { port, host }: Settings): Promise<void> {
  try {
    await once(server.listen(port, host), 'listening');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    throw reasonFor(code, port, host) ?? error;
  }
}

function reasonFor(code: unknown, port: number, host: string): CommandError | null {
  switch (code) {
    case 'EADDRINUSE':
      return new CommandError(
        `Port ${port} of ${host} is in use: stop what listens there, or set PORT to another one.`,
      );
    case 'EACCES':
      return new CommandError(`This user may not listen on port ${port}: set PORT to one from 1024 up.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new CommandError(
        `This machine has no address ${host}: set HOST to one of its own, or to 0.0.0.0 for all.`,
      );
    default:
      return null;
  }
}
