import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** Names a process so that another one with the same number is told apart from it. */
export interface ProcessIdentity {
  readonly pid: number;
  /** When it started, in the kernel's ticks; null where the system does not tell. */
  readonly started: string | null;
  readonly host: string;
  /** Within which process numbers mean the same: one boot of one machine, and one container of it. */
  readonly realm: string;
}

export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, started: startOf(process.pid)?.ticks ?? null, host: hostname(), realm: ownRealm() };
}

export function parseIdentity(text: string): ProcessIdentity | null {
  try {
    const value: unknown = JSON.parse(text);
    return isIdentity(value) ? value : null;
  } catch {
    return null;
  }
}

function isIdentity(value: unknown): value is ProcessIdentity {
  if (typeof value !== 'object' || value === null) return false;
  const { pid, started, host, realm }: Partial<Record<keyof ProcessIdentity, unknown>> = value;
  const startedFits = started === null || typeof started === 'string';
  return Number.isSafeInteger(pid) && startedFits && typeof host === 'string' && typeof realm === 'string';
}

/** Whether the process still runs; null when it cannot be seen from here. */
export function isRunning({ pid, started, host, realm }: ProcessIdentity): boolean | null {
  if (host !== hostname() || realm !== ownRealm()) return null;
  if (started === null) return answersSignals(pid);
  const found = startOf(pid);
  return found !== null && found.ticks === started && !found.ended;
}

function ownRealm(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return '';
  }
}

function startOf(pid: number): { readonly ticks: string; readonly ended: boolean } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command's name, in parentheses, may hold anything; the state is the first field after it, the start the 20th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields[19];
    return ticks === undefined ? null : { ticks, ended: fields[0] === 'Z' || fields[0] === 'X' };
  } catch {
    return null;
  }
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return typeof error === 'object' && error !== null && 'code' in error && error.code === 'EPERM';
  }
}
