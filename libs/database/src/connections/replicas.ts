import { within } from '@resource-catalogue/concurrency';
import { errorMessage } from '@resource-catalogue/program';
import { isConflict, isUnavailable, findReason } from '../database-errors.js';
import type { ReadSource, Row, Statement } from './read-source.js';

/** A server that follows another one, and its name in the log. */
export interface ReplicaServer {
  readonly address: string;
  readonly source: ReadSource;
  /** Why its connections cannot be used for reads, in words; null if they can. */
  readonly findFault?: () => Promise<string | null>;
}

export interface ReplicaSettings {
  /** Maximum age, in milliseconds, of the state of the primary that a read shows. */
  readonly lag: number;
  readonly report: (line: string) => void;
  /** Milliseconds in which a server must report its position. */
  readonly responseTimeout?: number;
}

/**
 * The position of a server in the log of its cluster: replayed, or written if it is a primary. A promotion begins
 * another timeline. A standby does not report its timeline, but its control file has that of an earlier point of its
 * history, and its receiver, which is visible with pg_read_all_stats, that of a later one.
 */
const positionStatement: Statement = {
  text: `SELECT pg_is_in_recovery()::text, (SELECT system_identifier FROM pg_control_system())::text,
    CASE WHEN pg_is_in_recovery() THEN greatest((SELECT timeline_id FROM pg_control_checkpoint()),
        (SELECT min_recovery_end_timeline FROM pg_control_recovery()), (SELECT received_tli FROM pg_stat_wal_receiver))
      ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END::text,
    (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END - '0/0'::pg_lsn)::text`,
};

interface Position {
  readonly replica: boolean;
  readonly cluster: string;
  readonly timeline: number;
  readonly bytes: bigint;
}

interface Sample extends Position {
  /** When the position of the primary was requested. */
  readonly at: number;
}

/** Milliseconds between two checks of the servers. */
const longestPause = 1000;

const defaultResponseTimeout = 1000;

/**
 * Sends reads to the first replica that is known to be recent enough, otherwise to the primary. The age of its state
 * follows from the primary's recent log positions: no server clock is involved, an idle primary causes no lag, and a
 * replica that lost its primary unnoticed falls behind. Positions are comparable only within one history, so both
 * servers must be on one timeline, and a replica must not have more than its primary. This knowledge expires: a
 * replica that can no longer be compared is used for at most `lag`.
 */
export class Replicas {
  private readonly replicas: readonly Replica[];
  private samples: readonly Sample[] = [];
  private timer: NodeJS.Timeout | undefined;
  private closed = false;
  private readonly responseTimeout: number;

  /** Uses the first server that can be used. */
  constructor(
    private readonly primary: ReadSource,
    servers: readonly ReplicaServer[],
    private readonly settings: ReplicaSettings,
  ) {
    this.responseTimeout = settings.responseTimeout ?? defaultResponseTimeout;
    this.replicas = servers.map((server) => new Replica(server, settings.report));
  }

  /** Resolves once every server was checked. */
  async start(): Promise<void> {
    await this.check();
    const pause = Math.min(longestPause, this.settings.lag / 5);
    this.timer = setInterval(() => void this.check(), pause).unref();
    if (this.closed) this.close();
  }

  close(): void {
    this.closed = true;
    clearInterval(this.timer);
  }

  /** For collections that the service never writes: a read may show a slightly older state. */
  readonly source: ReadSource = {
    query: (statement, values) => this.read((source) => source.query(statement, values)),
    snapshot: (work, collection) => this.read((source) => source.snapshot(work, collection)),
  };

  /**
   * Reads the position of the primary before and after that of each replica: a replica at the first one or later is not
   * behind, and one beyond the second one has changes of another history.
   */
  async check(): Promise<void> {
    await this.sample();
    await Promise.all(
      this.replicas.map((replica) =>
        replica.check(this.responseTimeout, async (position) =>
          this.judge(position, await this.sample(), replica.usableUntil),
        ),
      ),
    );
  }

  /** The position of the primary; null if it is unknown, or if the server is no longer a primary. */
  private async sample(): Promise<Sample | null> {
    const at = performance.now();
    const written = await within(this.responseTimeout, readPosition(this.primary)).catch(() => null);
    const oldest = performance.now() - this.settings.lag;
    this.samples = this.samples.filter((sample) => sample.at > oldest);
    if (written === null || written.replica) return null;
    const sample = { ...written, at };
    this.samples = [...this.samples.filter((earlier) => isSameHistory(earlier, sample)), sample];
    return sample;
  }

  /** The time until which a replica at this position may be used, or the reason why it must not be. */
  private judge(position: Position, after: Sample | null, usableUntil: number): number | string {
    if (!position.replica) return 'it is not a replica, or no longer one';
    const last = after ?? this.samples.at(-1);
    // While the primary is silent, a replica that was fit before may be used until that knowledge expires.
    if (last === undefined || (after === null && usableUntil <= performance.now())) {
      return 'the log position of the primary is unknown';
    }
    if (position.cluster !== last.cluster) return 'it is a replica of another server';
    if (!isSameHistory(position, last)) {
      return `it is on timeline ${position.timeline} while the primary is on timeline ${last.timeline}`;
    }
    if (after === null) return usableUntil;
    if (position.bytes > after.bytes) return 'it has changes that the primary lacks';
    const seen = this.samples.findLast((sample) => sample.bytes <= position.bytes);
    if (seen === undefined) return `it is more than ${this.settings.lag / 1000} s behind`;
    return seen.at + this.settings.lag;
  }

  private async read<T>(work: (source: ReadSource) => Promise<T>): Promise<T> {
    const now = performance.now();
    const replica = this.replicas.find(({ usableUntil }) => now < usableUntil);
    if (!replica) return work(this.primary);
    try {
      return await replica.read(work);
    } catch (error) {
      if (!isReplicaFailure(error)) throw error;
      return work(this.primary);
    }
  }
}

/** Whether the statement may succeed on another server. A slow statement would be just as slow there. */
const isReplicaFailure = (error: unknown): boolean => isUnavailable(error) && findReason(error) === 'database';

class ReplicaLost extends Error {
  readonly code = 'ETIMEDOUT';
}

class Replica {
  usableUntil = -Infinity;
  /** Why the replica is not used; null while it is, undefined before the first check. */
  private reason: string | null | undefined;
  private checking = false;
  private readonly waiting = new Set<() => void>();

  constructor(
    private readonly server: ReplicaServer,
    private readonly report: (line: string) => void,
  ) {}

  /** Runs the work here until this replica stops responding. A replica that fails is not used before the next check. */
  async read<T>(work: (source: ReadSource) => Promise<T>): Promise<T> {
    try {
      return await new Promise<T>((resolve, reject) => {
        const lost = () => reject(new ReplicaLost(`Replica ${this.server.address} does not respond.`));
        this.waiting.add(lost);
        void work(this.server.source)
          .then(resolve, reject)
          .finally(() => this.waiting.delete(lost));
      });
    } catch (error) {
      // A conflict with replay concerns only this statement.
      if (isReplicaFailure(error) && !isConflict(error)) this.usableUntil = -Infinity;
      throw error;
    }
  }

  /** The timeout is for the replica only, not for the primary. */
  async check(responseTimeout: number, judge: (position: Position) => Promise<number | string>): Promise<void> {
    if (this.checking) return;
    this.checking = true;
    try {
      const found = await within(responseTimeout, this.inspect());
      const judgement = typeof found === 'string' ? found : await judge(found);
      this.usableUntil = typeof judgement === 'number' ? judgement : -Infinity;
      this.note(typeof judgement === 'number' ? null : judgement);
    } catch (error) {
      this.usableUntil = -Infinity;
      this.note(`it does not respond (${errorMessage(error).split('\n')[0]})`);
      for (const lost of [...this.waiting]) lost();
    } finally {
      this.checking = false;
    }
  }

  private async inspect(): Promise<Position | string> {
    const { source, findFault } = this.server;
    return (await findFault?.()) ?? readPosition(source);
  }

  private note(reason: string | null): void {
    const before = this.reason;
    this.reason = reason;
    const { address } = this.server;
    if (reason === null && typeof before === 'string') this.report(`Replica ${address} is used again.`);
    // One line, even if the reason changes later.
    if (reason !== null && typeof before !== 'string') this.report(`Replica ${address} is not used: ${reason}.`);
  }
}

const isSameHistory = (one: Position, other: Position): boolean =>
  one.cluster === other.cluster && one.timeline === other.timeline;

async function readPosition(source: ReadSource): Promise<Position> {
  const [row]: readonly Row[] = await source.query(positionStatement, []);
  const [replica, cluster, timeline, bytes] = row ?? [];
  return {
    replica: replica === 'true',
    cluster: cluster ?? '',
    timeline: Number(timeline),
    bytes: BigInt(bytes?.split('.')[0] ?? 0),
  };
}
