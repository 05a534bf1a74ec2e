const format = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** “12.3K”. */
export function tokenCount(tokens: number): string {
  return format.format(tokens);
}
