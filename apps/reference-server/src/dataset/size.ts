export const datasetSizes = ['poor', 'rich', 'empty'] as const;

/** How much a dataset holds: enough of everything, hardly anything, nothing. */
export type DatasetSize = (typeof datasetSizes)[number];

export interface RowCounts {
  /** Rows of a collection that nothing else is said of. */
  readonly rows: number;
  readonly bookings: number;
  /** Of what has no collection of its own, such as groups. */
  readonly others: number;
}

export const rowCounts: Readonly<Record<DatasetSize, RowCounts>> = {
  rich: { rows: 66, bookings: 264, others: 6 },
  poor: { rows: 2, bookings: 3, others: 1 },
  empty: { rows: 0, bookings: 0, others: 0 },
};

export const countTo = (size: number): number[] => Array.from({ length: size }, (_, index) => index);
