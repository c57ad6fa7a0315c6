import type { FilterKind } from '@resource-catalogue/contracts';

/** Orders the values of a range as numbers; a time is in milliseconds. */
export interface Scale {
  read(text: string): number;
  write(value: number): string;
  /** Bounds beyond the values of rows. */
  readonly lowest: string;
  readonly highest: string;
}

const times: Scale = {
  read: (text) => Date.parse(text),
  write: (value) => new Date(value).toISOString(),
  lowest: '1980-01-01T00:00:00.000Z',
  highest: '9990-01-01T00:00:00.000Z',
};

const integers: Scale = { read: Number, write: String, lowest: '-2147483648', highest: '2147483647' };

/** The scale of the filters of a kind; null if they take no ranges. */
export function scaleOf(kind: FilterKind): Scale | null {
  switch (kind) {
    case 'datetime':
      return times;
    case 'integer':
      return integers;
    case 'uuid':
    case 'text':
    case 'enum':
    case 'boolean':
      return null;
  }
}
