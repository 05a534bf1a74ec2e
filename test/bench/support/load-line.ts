import { loadavg } from 'node:os';

/** How busy the machine was: figures in wall-clock time mean little when it was. */
export function loadLine(): string {
  return `The machine’s load: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}.`;
}
