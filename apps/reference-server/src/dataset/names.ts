/** Names that tie, differ only in case or composition, or sort differently by code point and by locale (SORT-1). */
const nouns = [
  ...['Laser cutter', 'laser cutter', 'Bandsaw', 'Zeppelin', 'Äther', 'Ångström', 'drill', 'Drill', 'Ａ wide letter'],
  ...['🔧 Wrench', 'Éclair', 'Eclair', 'lathe 10', 'lathe 9', 'lathe', 'Ｚ wide letter', 'ﬁle', 'E\u0301clair'],
  ...["O'Brien & sons", 'Kiln'],
];

export const firstNames = ['Noor', 'Jonas', 'Amara', 'Zoë', 'Émile', 'Li', 'Ådne', 'Mirza', 'Olu', 'Ana'];
export const lastNames = [
  ...['Haddad', 'haddad', 'Lindqvist', 'Okafor', 'Zhang', 'Özdemir', 'van Dijk', 'Van Dijk', 'ʻĀina'],
  ...['𠮷田', '０rea', "D'Arcy"],
];

/** The name of the row with this index; a few rows of a collection share it. */
export function makeName(kind: string, index: number): string {
  const noun = nouns[(index * 7) % nouns.length] ?? kind;
  return index % 5 === 0 ? `${noun} ${kind.replaceAll('_', ' ')}` : noun;
}
