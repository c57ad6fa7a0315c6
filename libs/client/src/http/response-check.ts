/** Validates a resource: throws an error to refuse it, or calls `warn` to accept it. */
export type ResponseCheck = (
  collection: string,
  items: readonly unknown[],
  warn: (message: string) => void,
) => void | Promise<void>;
