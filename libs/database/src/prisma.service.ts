import { Injectable } from '@nestjs/common';
import { Prisma, PrismaClient } from '@resource-catalogue/prisma';

/**
 * Prisma's client, for project writes, access tokens, idempotency keys and the state of the mirror. Lists and single
 * resources are read by `Reader` of libs/read instead (ADR 2). Run writes in `Database.writing`, which limits how
 * many run at a time.
 */
@Injectable()
export class PrismaService extends PrismaClient {
  constructor(adapter: NonNullable<Prisma.PrismaClientOptions['adapter']>) {
    super({ adapter, errorFormat: 'minimal' });
  }
}
