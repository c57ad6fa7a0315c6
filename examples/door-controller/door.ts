import { type Client, type SpaceId, toDate } from '@resource-catalogue/client';

const minutes = 60_000;
/** How early members may enter before their booking. */
const early = 10 * minutes;
/** How far ahead bookings are read, which also limits the outage that the door can bridge. */
const ahead = 24 * 60 * minutes;

interface Stay {
  readonly memberId: string;
  readonly from: number;
  readonly to: number;
}

export interface DoorOptions {
  readonly client: Client;
  /** The space behind the door. */
  readonly spaceId: SpaceId;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Maximum age of the data in milliseconds. With older data the door stays closed: cancellations may be missing. */
  readonly longestOutage: number;
}

/**
 * Opens for members with a confirmed booking behind the door, using the last data read, so that no member waits for a
 * request.
 */
export class Door {
  private stays: readonly Stay[] = [];
  private readAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: DoorOptions) {}

  /** Reads the bookings from now on; call it about every minute. If it fails, the previous data remains in use. */
  async refresh(): Promise<void> {
    const { client, spaceId, now } = this.options;
    const from = now();
    const filters = {
      space_id: { in: [spaceId] },
      state: { in: ['confirmed'] },
      ends_at: { gt: new Date(from) },
      starts_at: { lt: new Date(from + ahead) },
    } as const;
    const bookings = await client.bookings.list({ filters }).toArray({ max: 10_000 });
    this.stays = bookings.flatMap(({ member, slots }) =>
      slots.flatMap(({ start_time, end_time }) =>
        member === null
          ? []
          : [{ memberId: member.id, from: toDate(start_time).getTime() - early, to: toDate(end_time).getTime() }],
      ),
    );
    this.readAt = from;
  }

  opensFor(memberId: string): boolean {
    const now = this.options.now();
    if (now - this.readAt > Math.min(this.options.longestOutage, ahead)) return false;
    return this.stays.some((stay) => stay.memberId === memberId && stay.from <= now && now < stay.to);
  }
}
