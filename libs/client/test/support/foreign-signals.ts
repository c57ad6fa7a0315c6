const { AbortSignal: NativeSignal, Request: NativeRequest } = globalThis;

class ForeignSignal extends EventTarget {
  aborted = false;
  reason: unknown = undefined;

  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }

  static any(signals: readonly ForeignSignal[]): ForeignSignal {
    const controller = new ForeignController();
    for (const signal of signals) {
      if (!(signal instanceof ForeignSignal)) throw new TypeError('A signal is of another realm.');
      if (signal.aborted) controller.abort(signal.reason);
      signal.addEventListener('abort', () => controller.abort(signal.reason));
    }
    return controller.signal;
  }
}

class ForeignController {
  readonly signal = new ForeignSignal();

  abort(reason: unknown = new DOMException('It was aborted.', 'AbortError')): void {
    if (this.signal.aborted) return;
    Object.assign(this.signal, { aborted: true, reason });
    this.signal.dispatchEvent(new Event('abort'));
  }
}

/** Rejects foreign signals in every version of Node, as Node 24 does. */
class StrictRequest extends NativeRequest {
  constructor(...[input, init]: ConstructorParameters<typeof Request>) {
    const signal: unknown = init?.signal;
    if (signal && !(signal instanceof NativeSignal)) throw new TypeError('The signal is not an AbortSignal.');
    super(input, init);
  }
}

/** Replaces the abort signals of Node but not its `fetch`, like jsdom; returns a function that restores them. */
export function installForeignSignals(): () => void {
  const { AbortController, AbortSignal, Request } = globalThis;
  const foreign = { AbortController: ForeignController, AbortSignal: ForeignSignal, Request: StrictRequest };
  Object.assign(globalThis, foreign);
  return () => void Object.assign(globalThis, { AbortController, AbortSignal, Request });
}
