const entryMark = Buffer.from('PK\u0001\u0002');
const entryBytes = 46;
const compressedAt = 20;
const expandedAt = 24;

/** The expanded size of a ZIP archive according to its directory; the library never extracts more than that. */
export function expandedBytes(zip: Buffer): number {
  let total = 0;
  for (let at = zip.indexOf(entryMark); at >= 0; at = zip.indexOf(entryMark, at + entryMark.length)) {
    if (at + entryBytes > zip.length) break;
    const expanded = zip.readUInt32LE(at + expandedAt);
    total += expanded === 0 && zip.readUInt32LE(at + compressedAt) > 2 ? Infinity : expanded;
  }
  return total;
}
