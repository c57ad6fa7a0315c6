/** Resolves with the work, or rejects after this many milliseconds. */
export function within<T>(
  milliseconds: number,
  work: Promise<T>,
  error: (message: string) => Error = (message) => new Error(message),
): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(error(`No response in ${milliseconds} ms.`));
    // After a busy spell timers fire before pending socket data is read, so check once more.
    const timer = setTimeout(() => setImmediate(late), milliseconds);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
