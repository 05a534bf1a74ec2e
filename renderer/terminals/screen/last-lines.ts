/** Lines that a terminal keeps above the screen. */
export const SCROLLBACK = 10_000;

/** Sets a mode of the terminal (another screen, the mouse), which what follows depends on. */
const MODE = '\u001b[?';

/**
 * The last `count` complete lines of an output. An emulator keeps no more, but draws all of them on the way there. All of it where an earlier
 * part changes how the rest is drawn.
 */
export function lastLines(output: string, count: number): string {
  let start = output.length;
  for (let lines = 0; lines <= count; lines += 1) {
    start = output.lastIndexOf('\n', start - 1);
    if (start <= 0) return output;
  }
  return output.lastIndexOf(MODE, start) >= 0 ? output : output.slice(start + 1);
}
