import { printableLine } from '#shared/printable.ts';

/** How a spreadsheet recognises a formula; some skip leading spaces and accept full-width characters. */
const FORMULA = /^[\s\u00A0]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u;

/** RFC 4180. A cell that a spreadsheet would take for a formula gets an apostrophe: names come from the model. */
export function csvCell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = printableLine(FORMULA.test(value) ? `'${value}` : value);
  return /[",;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
