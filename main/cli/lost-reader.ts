import { EXIT } from './usage.ts';

/** A reader that went away (`… | head`) is no failure of ours. */
let onLost = (): void => process.exit(EXIT.success);

/** To be called once, at the start. */
export function watchForLostReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') onLost();
  });
}

/** Instead of ending at once: for what has more at stake than what it prints. Called again for what is printed all the same. */
export function whenReaderIsLost(listener: () => void): void {
  onLost = listener;
}
