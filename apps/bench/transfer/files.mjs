import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Of so many bookings, one is changed. */
const changedOf = 100;

const bookings = 'bookings.ndjson';

/** Writes an export once more with changed bookings, and once these alone. Its manifest would not fit any more. */
export async function writeChanges({ whole, changed, alone }) {
  const others = (path) => !path.endsWith('manifest.json') && !path.endsWith(bookings);
  await cp(whole, changed, { recursive: true, filter: others });
  await mkdir(alone);
  const [all, few] = [changed, alone].map((folder) => createWriteStream(join(folder, bookings)));
  const write = async (file, text) => void (file.write(`${text}\n`) || (await once(file, 'drain')));
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(join(whole, bookings)) })) {
    line += 1;
    const isChanged = line % changedOf === 0;
    const other = isChanged ? text.replace(/("start_date":"\d{4}-\d\d-)(\d\d)/, otherDay) : text;
    await write(all, other);
    if (isChanged) await write(few, other);
  }
  for (const file of [all, few]) await once(file.end(), 'close');
}

const otherDay = (_, before, day) => `${before}${day === '01' ? '02' : '01'}`;
