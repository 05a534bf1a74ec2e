/**
 * Moves the focus by a number of rows, from the field above to the first and from there back. A row has the focus also where one of its
 * buttons has it; what folds rows stands among them.
 */
export function moveFocus(field: HTMLElement | null | undefined, rows: readonly HTMLElement[], step: number): void {
  const at = rows.findIndex((row) => (row.matches('[data-fold]') ? row : row.parentElement)?.contains(document.activeElement) === true);
  if (at <= 0 && step < 0) field?.focus();
  else rows[Math.min(Math.max(at + step, 0), rows.length - 1)]?.focus();
}
