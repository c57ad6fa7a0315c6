import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join, relative } from 'node:path';

// Loaded before a service. Keeps a second copy of the folder DISK in DISK_AFTER_POWER_LOSS: what would be left of it if
// the power failed now. A file's content gets there when the file is synced, a change of names when their folder is.
const { DISK: disk = '', DISK_AFTER_POWER_LOSS: left = '' } = process.env;
const { closeSync, copyFileSync, existsSync, fstatSync, fsyncSync, lstatSync, mkdirSync, openSync } = fs;
const { fdatasyncSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } = fs;

/** Paths of open descriptors. */
const open = new Map();
/** For each file by its number: where what was synced of it lies. */
const synced = new Map();
const store = `${left}.synced`;
mkdirSync(store, { recursive: true });
remember(disk);

fs.openSync = (path, ...rest) => {
  const descriptor = openSync(path, ...rest);
  open.set(descriptor, String(path));
  return descriptor;
};
fs.closeSync = (descriptor) => {
  open.delete(descriptor);
  closeSync(descriptor);
};
fs.renameSync = (from, to) => {
  renameSync(from, to);
  for (const [descriptor, path] of open) if (path === from) open.set(descriptor, to);
};
// PGlite makes files this way, and a new one may get the number of one that is gone.
fs.writeFileSync = (path, ...rest) => {
  const isNew = !existsSync(path);
  writeFileSync(path, ...rest);
  if (isNew && String(path).startsWith(disk)) synced.delete(statSync(path).ino);
};
fs.fsyncSync = (descriptor) => {
  fsyncSync(descriptor);
  keep(descriptor);
};
fs.fdatasyncSync = (descriptor) => {
  fdatasyncSync(descriptor);
  keep(descriptor);
};
syncBuiltinESMExports();

function keep(descriptor) {
  const path = open.get(descriptor);
  if (!path?.startsWith(disk)) return;
  if (fstatSync(descriptor).isDirectory()) return keepNames(path);
  keepContent(path);
}

function keepContent(path) {
  const { ino } = statSync(path);
  const copy = join(store, String(ino));
  copyFileSync(path, copy);
  synced.set(ino, copy);
  // File systems with a journal keep the name of a new file together with its content.
  mkdirSync(dirname(leftOf(path)), { recursive: true });
  copyFileSync(copy, leftOf(path));
}

function keepNames(folder) {
  mkdirSync(leftOf(folder), { recursive: true });
  const names = readdirSync(folder);
  for (const name of readdirSync(leftOf(folder))) {
    if (!names.includes(name)) rmSync(join(leftOf(folder), name), { recursive: true });
  }
  for (const path of names.map((name) => join(folder, name))) {
    const entry = lstatSync(path);
    if (entry.isDirectory()) mkdirSync(leftOf(path), { recursive: true });
    else if (synced.has(entry.ino)) copyFileSync(synced.get(entry.ino), leftOf(path));
    else if (!existsSync(leftOf(path))) writeFileSync(leftOf(path), '');
  }
}

/** What is there at the beginning has reached the disk. */
function remember(folder) {
  mkdirSync(leftOf(folder), { recursive: true });
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (lstatSync(path).isDirectory()) remember(path);
    else keepContent(path);
  }
}

function leftOf(path) {
  return join(left, relative(disk, path));
}
