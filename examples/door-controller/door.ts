import { type Client, type SpaceId, toDate } from '@resource-catalogue/client';

const minutes = 60_000;
/** Who has booked may come in so much earlier. */
const early = 10 * minutes;
/** How far ahead the door knows: as long as an outage may last. */
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
  /** How old its knowledge may be before the door opens for nobody: bookings that were canceled since are not known. */
  readonly longestOutage: number;
}

/** Opens for members with a confirmed booking behind the door, by what it has read last. It never asks while somebody waits. */
export class Door {
  private stays: readonly Stay[] = [];
  private readAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: DoorOptions) {}

  /** Reads what is booked from now on; called every minute or so. When it fails, the door knows what it knew before. */
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
