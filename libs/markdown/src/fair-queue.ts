interface Lane<Item> {
  readonly waiting: { readonly item: Item; readonly weight: number }[];
  weight: number;
}

/**
 * Items waiting by owner. Owners are served in turn; when the queue is full, the owner with the most items loses
 * some.
 */
export class FairQueue<Item> {
  private readonly lanes = new Map<string, Lane<Item>>();
  private weight = 0;

  constructor(private readonly maxWeight: number) {}

  /** Adds an item and returns the items that no longer fit; the new one may be among them. */
  add(owner: string, item: Item, weight: number): Item[] {
    const lane = this.lanes.get(owner) ?? { waiting: [], weight: 0 };
    this.lanes.set(owner, lane);
    lane.waiting.push({ item, weight });
    this.grow(lane, weight);
    const rejected: Item[] = [];
    while (this.weight > this.maxWeight) rejected.push(...this.takeFrom(this.heaviest(), 'pop'));
    return rejected;
  }

  /** The next item, if any. Its owner moves to the end. */
  take(): Item | undefined {
    const [owner] = this.lanes.keys();
    if (owner === undefined) return undefined;
    const [item] = this.takeFrom(owner, 'shift');
    const lane = this.lanes.get(owner);
    if (lane && this.lanes.delete(owner)) this.lanes.set(owner, lane);
    return item;
  }

  private takeFrom(owner: string, end: 'shift' | 'pop'): Item[] {
    const lane = this.lanes.get(owner);
    const taken = lane?.waiting[end]();
    if (!lane || !taken) return [];
    this.grow(lane, -taken.weight);
    if (lane.waiting.length === 0) this.lanes.delete(owner);
    return [taken.item];
  }

  private grow(lane: Lane<Item>, weight: number): void {
    lane.weight += weight;
    this.weight += weight;
  }

  private heaviest(): string {
    const lanes = [...this.lanes].map(([owner, { weight }]) => ({ owner, weight }));
    return lanes.reduce((most, one) => (one.weight >= most.weight ? one : most)).owner;
  }
}
