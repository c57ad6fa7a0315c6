/** The work, or an error after so many milliseconds. */
export function within<T>(
  milliseconds: number,
  work: Promise<T>,
  error: (message: string) => Error = (message) => new Error(message),
): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(error(`No answer in ${milliseconds} ms.`));
    // A process that was busy hears of its timers before it reads what has come meanwhile.
    const timer = setTimeout(() => setImmediate(late), milliseconds);
    void work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
