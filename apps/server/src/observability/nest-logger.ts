import type { LoggerService } from '@nestjs/common';
import type { Logger as Pino } from 'pino';

/** The framework's own messages, in the one log of the service. */
export class Logger implements LoggerService {
  constructor(private readonly pino: Pino) {}

  log(message: unknown, context?: unknown): void {
    // What the framework says while it starts is of interest only to who looks for it.
    this.pino.debug({ context }, String(message));
  }

  error(message: unknown, ...details: unknown[]): void {
    this.pino.error({ details }, String(message));
  }

  warn(message: unknown, context?: unknown): void {
    this.pino.warn({ context }, String(message));
  }
}
