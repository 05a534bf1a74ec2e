import { EXIT } from './usage.ts';

/** A reader that closed the pipe (`… | head`) is not an error. */
let onLost = (): void => process.exit(EXIT.success);

/** Call once, at startup. */
export function watchForLostReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') onLost();
  });
}

/** Replaces exiting immediately, for commands that have work to finish. Called again for each further write. */
export function whenReaderIsLost(listener: () => void): void {
  onLost = listener;
}
