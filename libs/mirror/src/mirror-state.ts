import type { PrismaService } from '@resource-catalogue/database';
import { PermanentMirrorError } from './mirror-errors.js';

/** How far a collection has been read. */
export interface Position {
  /** Changes before this instant of the source are stored; null before the first full read. */
  readonly changesSince: Date | null;
  /** Null if no full read is in progress. */
  readonly fullRead: { readonly since: Date; readonly cursor: string | null; readonly ended: boolean } | null;
}

/** The state of the mirror in the database: the source, and how far each collection has been read. */
export class MirrorState {
  constructor(private readonly prisma: PrismaService) {}

  /** Makes the database a mirror of this source until it is ended. */
  async begin(source: string, rejectsWrites: boolean): Promise<void> {
    const other = await this.prisma.mirror.findFirst({ where: { source: { not: source } } });
    if (other) {
      throw new PermanentMirrorError(
        `This database already mirrors ${other.source}. Use another database for ${source}, or end that mirror with mirror --end.`,
      );
    }
    const choice = { refuses_writes: rejectsWrites };
    await this.prisma.mirror.upsert({ where: { source }, create: { source, ...choice }, update: choice });
  }

  /** Makes the catalogue independent again. */
  async end(): Promise<void> {
    await this.prisma.mirrorPosition.deleteMany();
    await this.prisma.mirror.deleteMany();
  }

  /** When the last full read was stored. */
  async comparedAt(): Promise<Date | null> {
    return (await this.prisma.mirror.findFirst())?.compared_at ?? null;
  }

  async position(collection: string): Promise<Position> {
    const row = await this.prisma.mirrorPosition.findUnique({ where: { collection } });
    if (!row) return { changesSince: null, fullRead: null };
    const { changes_since: changesSince, walk_since: since, walk_cursor: cursor, walk_ended: ended } = row;
    return { changesSince, fullRead: since && { since, cursor, ended } };
  }

  async isReading(): Promise<boolean> {
    return (await this.prisma.mirrorPosition.count({ where: { walk_since: { not: null } } })) > 0;
  }

  async beginFullRead(collection: string, since: Date): Promise<void> {
    const begun = { walk_since: since, walk_cursor: null, walk_ended: false };
    await this.prisma.mirrorPosition.upsert({ where: { collection }, create: { collection, ...begun }, update: begun });
  }

  /** Records the next page of a full read; `cursor` is null once the last page has been read. */
  async recordPage(collection: string, cursor: string | null): Promise<void> {
    await this.update(collection, { walk_cursor: cursor, walk_ended: cursor === null });
  }

  /** Records that the full read includes all changes before this instant. */
  async recordCaughtUp(collection: string, since: Date): Promise<void> {
    await this.update(collection, { walk_since: since });
  }

  /** Records that the full read was stored. */
  async recordComparison(at: Date): Promise<void> {
    await this.prisma.$transaction([
      this.prisma.$executeRaw`UPDATE mirror_positions
        SET changes_since = walk_since, walk_since = NULL, walk_cursor = NULL, walk_ended = false WHERE walk_since IS NOT NULL`,
      this.prisma.mirror.updateMany({ data: { compared_at: at, followed_at: at } }),
    ]);
  }

  async recordChangesSince(collection: string, since: Date): Promise<void> {
    await this.update(collection, { changes_since: since });
  }

  /** Records that the changes of all collections are stored up to this instant. */
  async recordFollowed(at: Date): Promise<void> {
    await this.prisma.mirror.updateMany({ data: { followed_at: at } });
  }

  private async update(collection: string, data: Parameters<PrismaService['mirrorPosition']['update']>[0]['data']) {
    await this.prisma.mirrorPosition.update({ where: { collection }, data });
  }
}
