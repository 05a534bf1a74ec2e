/**
 * Escape sequences, without the escape: what an emulator says by itself: answers to queries (device attributes, status, modes, settings, colours), focus and mouse
 * reports. A user's keys and pastes never look like this, but for Shift+F3 and its kin, which look like a cursor report.
 */
const REPORTS = [
  /^\[[?>=][\d;]*[cnuy]$/,
  /^\[[?\d;]*\$y$/,
  /^\[\d*n$/,
  /^\[\d+;\d+;\d+c$/,
  /^\[[IO]$/,
  /^\[<[\d;]+[Mm]$/,
  /^\[M/,
  /^\[[\d;]+t$/,
  /^[P\]_^]./,
];

/** Row 1 and a column up to 8 is F3 with modifiers; a cursor that far up and left is rare enough. */
const CURSOR_REPORT = /^\[(\d+);(\d+)R$/;

/** Whether the data is the emulator's own and must not reach the program: the engine's emulator alone answers. */
export function isReport(data: string): boolean {
  if (!data.startsWith('\u001b')) return false;
  const sequence = data.slice(1);
  const cursor = CURSOR_REPORT.exec(sequence);
  if (cursor) return !(cursor[1] === '1' && Number(cursor[2]) >= 2 && Number(cursor[2]) <= 8);
  return REPORTS.some((report) => report.test(sequence));
}
