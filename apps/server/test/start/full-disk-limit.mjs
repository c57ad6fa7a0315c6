import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

// Loaded before a service: its disk is full as long as the file FULL_DISK is there.
const isFull = () => fs.existsSync(process.env.FULL_DISK ?? '');
const { writeSync } = fs;
const { statfs } = fs.promises;

fs.writeSync = (...values) => {
  if (isFull()) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  return writeSync(...values);
};
fs.promises.statfs = async (...values) => {
  const found = await statfs(...values);
  return isFull() ? Object.assign(found, { bavail: 0 }) : found;
};
syncBuiltinESMExports();
