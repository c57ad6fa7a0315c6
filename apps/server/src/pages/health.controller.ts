import { setTimeout as after } from 'node:timers/promises';
import { Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ping } from '../database/read-source.js';
import type { ReadSource } from '../database/read-source.js';
import { ProblemError } from '../errors/problem-error.js';

/** Whether a balancer should send requests here: the database answers, and the service is not about to stop. */
export class Readiness {
  private ended = false;

  /** A silent database counts as unavailable after `timeout` milliseconds: whoever asks wants an answer before asking again. */
  constructor(
    private readonly source: Pick<ReadSource, 'query'>,
    private readonly timeout = 2000,
  ) {}

  /** HTTP-8: from now on balancers are told to send requests elsewhere. */
  end(): void {
    this.ended = true;
  }

  async check(): Promise<void> {
    if (this.ended) throw notReady('The service is about to stop: send the request elsewhere.');
    const answered = new AbortController();
    const silence = after(this.timeout, null, { signal: answered.signal });
    try {
      if (await Promise.race([ping(this.source).then(() => true), silence])) return;
    } catch {
      // Whatever is wrong with the database, the answer is the same.
    } finally {
      answered.abort();
    }
    throw notReady('The database does not answer: try again later.');
  }
}

function notReady(reason: string): ProblemError {
  return new ProblemError('unavailable', reason, { headers: { 'Retry-After': '1' } });
}

@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  @Header('Cache-Control', 'no-store')
  live(): { status: string } {
    return { status: 'live' };
  }

  @Get('ready')
  @Header('Cache-Control', 'no-store')
  async ready(): Promise<{ status: string }> {
    await this.readiness.check();
    return { status: 'ready' };
  }
}
