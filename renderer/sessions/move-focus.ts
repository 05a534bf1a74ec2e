/** Moves the focus by one row, from the field above to the first and from there back. A row has the focus also where one of its buttons has it. */
export function moveFocus(field: HTMLElement | null | undefined, rows: readonly HTMLElement[], step: 1 | -1): void {
  const at = rows.findIndex((row) => row.parentElement?.contains(document.activeElement) === true);
  if (at === 0 && step === -1) field?.focus();
  else rows[at + step]?.focus();
}
