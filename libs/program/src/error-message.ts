import { isNativeError } from 'node:util/types';

/** The message of a thrown value. */
export const errorMessage = (error: unknown): string => (isNativeError(error) ? error.message : String(error));
