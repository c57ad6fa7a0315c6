/**
 * The processor time that work takes, in microseconds: the least of three goes, as whatever else the machine does adds to
 * one or another, or the first that is below what is enough. To be compared with that of other work alone, so that it does
 * not matter how fast the machine is.
 */
export async function costOf(work: () => unknown, enough = 0): Promise<number> {
  let least = Infinity;
  for (let go = 0; go < 3 && least >= enough; go += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, user + system);
  }
  return least;
}

/** Into how many parts work is divided, to see what it costs as a whole. */
const parts = 256;

/**
 * How many times as much the work costs on the whole as on all of its parts: about 1, or about 256 where it grows with the
 * square. Not measured any further than to see that it is below `steepest`.
 */
export async function growthOf<T>(
  make: (size: number) => T,
  size: number,
  work: (made: T) => unknown,
): Promise<number> {
  const [part, whole] = [make(size / parts), make(size)];
  const inParts = async () => {
    for (let done = 0; done < parts; done += 1) await work(part);
  };
  // What is done for the first time is compiled, once.
  await inParts();
  const cost = await costOf(inParts);
  return (await costOf(() => work(whole), steepest * cost)) / cost;
}

/**
 * Nearer to what grows with the square of the size than to what grows with the size: beside much other work the whole, which
 * leaves the processor's caches, has cost twenty times as much as its parts.
 */
export const steepest = 64;
