import { Duplex } from 'node:stream';

/**
 * One end of a connection without a system in between, whose buffers would take what nobody reads: what is written here
 * waits until the other end has room. Emits `stalled` when something waits.
 */
export class Wire extends Duplex {
  /** The other end. */
  private peer: Wire | undefined;
  private held: (() => void) | undefined;
  private sent = 0;

  static pair(): readonly [Wire, Wire] {
    const [one, other] = [new Wire(), new Wire()];
    one.peer = other;
    other.peer = one;
    return [one, other];
  }

  /** As a socket has it: also what still waits. */
  get bytesWritten(): number {
    return this.sent + this.writableLength;
  }

  /** As a socket has it. */
  destroySoon(): void {
    this.end(() => this.destroy());
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    const taken = (): void => {
      this.sent += chunk.length;
      done();
    };
    if (this.peer?.push(chunk)) {
      taken();
      return;
    }
    this.held = taken;
    this.emit('stalled');
  }

  override _read(): void {
    const held = this.peer?.held;
    if (this.peer) this.peer.held = undefined;
    held?.();
  }

  override _final(done: () => void): void {
    this.peer?.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    process.nextTick(() => this.peer?.destroy());
    done(error);
  }
}
