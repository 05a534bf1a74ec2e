const UNITS = ['bytes', 'KB', 'MB', 'GB'] as const;

/** "1,204 lines, 41 KB". */
export function printedWords({ lines, bytes }: { readonly lines: number; readonly bytes: number }): string {
  return `${lines.toLocaleString('en-GB')} ${lines === 1 ? 'line' : 'lines'}, ${size(bytes)}`;
}

function size(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[unit] ?? ''}`;
}
