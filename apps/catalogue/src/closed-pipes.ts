import { isNativeError } from 'node:util/types';

/** Lets a command finish its work when its output is no longer read, as after `| head -1`. */
export function ignoreClosedPipes(...streams: readonly NodeJS.WritableStream[]): void {
  for (const stream of streams) {
    stream.on('error', (error: unknown) => {
      if (!isNativeError(error) || !('code' in error) || error.code !== 'EPIPE') throw error;
    });
  }
}
