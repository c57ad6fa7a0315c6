/** How far a transfer has come. */
export interface Progress {
  readonly doing: string;
  readonly done: number;
  /** How much there will be; null where that is not known. */
  readonly of: number | null;
  readonly unit: 'rows' | 'bytes';
}

export type Report = (progress: Progress) => void;
