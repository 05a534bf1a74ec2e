/**
 * What an emulator says by itself: answers to queries (device attributes, status, modes, settings, colours), focus and mouse
 * reports. A user's keys and pastes never look like this, but for Shift+F3 and its kin, which look like a cursor report.
 */
const REPORTS = [
  /^\u001b\[[?>=][\d;]*[cnuy]$/,
  /^\u001b\[[?\d;]*\$y$/,
  /^\u001b\[\d*n$/,
  /^\u001b\[\d+;\d+;\d+c$/,
  /^\u001b\[[IO]$/,
  /^\u001b\[<[\d;]+[Mm]$/,
  /^\u001b\[M/,
  /^\u001b\[[\d;]+t$/,
  /^\u001b[P\]_^]/,
];

/** Row 1 and a column up to 8 is F3 with modifiers; a cursor that far up and left is rare enough. */
const CURSOR_REPORT = /^\u001b\[(\d+);(\d+)R$/;

/** Whether the data is the emulator's own and must not reach the program: the engine's emulator alone answers. */
export function isReport(data: string): boolean {
  const cursor = CURSOR_REPORT.exec(data);
  if (cursor) return !(cursor[1] === '1' && Number(cursor[2]) >= 2 && Number(cursor[2]) <= 8);
  return REPORTS.some((report) => report.test(data));
}
