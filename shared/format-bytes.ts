const UNITS = ['KB', 'MB', 'GB', 'TB'];

/** Formats a size: "512 bytes", "29.3KB", "2.9MB". 1 KB is 1,024 bytes. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  let value = bytes / 1024;
  let unit = 0;
  // 1023.95 would be rounded to 1024.0.
  while (value >= 1023.95 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value.toFixed(1).replace(/\.0$/, '')}${UNITS[unit] ?? ''}`;
}
