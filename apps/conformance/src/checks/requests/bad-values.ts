import type { FilterField } from '@resource-catalogue/contracts';
import { unknownId } from '../context/subject.js';

export const badValues: Readonly<Record<FilterField['kind'], readonly string[]>> = {
  uuid: [
    ...['42', 'null', unknownId.slice(0, -1), unknownId.replaceAll('-', ''), `%7B${unknownId}%7D`],
    ...[`+${unknownId}`, `${unknownId}%00`, `g${unknownId.slice(1)}`],
  ],
  enum: ['lost', 'null', '*', '__proto__', '%00'],
  text: ['%00', 'a%00b'],
  datetime: [
    ...['soon', '', 'null', '1772355600', '2026-02-30', '2026-13-01', '2026-03', '2026-03-01,2026-03-02'],
    ...['2026-03-01T24:00:00Z', '2026-03-01T09:00:00+02:00', '2026-03-01T09'],
  ],
  boolean: ['TRUE', 'True', '1', '0', 'yes', '', 'null', 'true,false', 'true,', '+true'],
};

export const goodValue = ({ kind, values = [] }: FilterField): string =>
  ({ uuid: unknownId, enum: values[0] ?? '', datetime: '2026-03-01', boolean: 'true', text: 'a' })[kind];
