/** Checks what was read; throws an error to refuse it, or calls `warn` and accepts it. */
export type ResponseCheck = (
  collection: string,
  items: readonly unknown[],
  warn: (message: string) => void,
) => void | Promise<void>;
