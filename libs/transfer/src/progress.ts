export interface Progress {
  readonly doing: string;
  readonly done: number;
  /** The total; null if unknown. */
  readonly total: number | null;
  readonly unit: 'rows' | 'bytes' | 'indexes';
}

export type Report = (progress: Progress) => void;
