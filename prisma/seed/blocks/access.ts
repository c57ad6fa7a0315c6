import { accessibilities } from '@resource-catalogue/contracts';
import { itemAt } from '../random/prng.js';

const extraInfos = [
  'Step-free entrance from the courtyard; the lift is 90 cm wide.',
  'Induction loop at the front desk, and machines with light signals.',
  'Height-adjustable benches; guide dogs are welcome.',
  'Zugang über die Rampe im Hof – bitte läuten. بوابة واسعة للكراسي المتحركة',
];

/** The block Access of the row of that index: none, one, some and all of the words. */
export function accessColumns(index: number) {
  const words = [[], ['motor'], ['hearing', 'motor'], accessibilities, ['visual'], ['mental', 'visual', 'hearing']];
  return {
    accessibility: JSON.stringify(itemAt(words, index)),
    accessibility_extra_info: index % 3 === 0 ? null : itemAt(extraInfos, Math.floor(index / 3)),
  };
}
