import { loadavg } from 'node:os';

/** The machine's load: wall-clock figures mean little under load. */
export function loadLine(): string {
  return `The machine’s load: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')}.`;
}
