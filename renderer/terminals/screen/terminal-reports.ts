import type { Terminal } from '@xterm/xterm';

const ignore = (): boolean => true;

/** Ignores sequences that would write to the clipboard or change the palette. */
export function protect({ parser }: Pick<Terminal, 'parser'>): void {
  for (const id of [4, 10, 11, 12, 52, 104, 110, 111, 112]) parser.registerOscHandler(id, ignore);
}

/** Also ignores sequences that the emulator would answer. */
export function silence(terminal: Pick<Terminal, 'parser'>): void {
  const { parser } = terminal;
  protect(terminal);
  for (const id of [{ final: 'c' }, { prefix: '>', final: 'c' }, { prefix: '=', final: 'c' }, { final: 'n' }, { prefix: '?', final: 'n' }])
    parser.registerCsiHandler(id, ignore);
  for (const id of [
    { intermediates: '$', final: 'p' },
    { prefix: '?', intermediates: '$', final: 'p' },
    { prefix: '>', final: 'q' },
    { final: 't' },
    { prefix: '?', final: 'u' },
  ])
    parser.registerCsiHandler(id, ignore);
  parser.registerDcsHandler({ intermediates: '$', final: 'q' }, ignore);
  parser.registerDcsHandler({ intermediates: '+', final: 'q' }, ignore);
}

/**
 * Escape sequences (without the escape) that an emulator sends by itself: answers to queries (device attributes, status, modes, settings,
 * colours), focus and mouse reports. Keys and pastes never look like this, except Shift+F3 and similar, which look like a cursor report.
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

/** Row 1 and a column up to 8 is F3 with modifiers; a cursor at the top left is rare enough. */
const CURSOR_REPORT = /^\[(\d+);(\d+)R$/;

/** Whether the emulator sent the data by itself. It must not reach the program: only the engine's emulator answers. */
export function isReport(data: string): boolean {
  if (!data.startsWith('\u001b')) return false;
  const sequence = data.slice(1);
  const cursor = CURSOR_REPORT.exec(sequence);
  if (cursor) return !(cursor[1] === '1' && Number(cursor[2]) >= 2 && Number(cursor[2]) <= 8);
  return REPORTS.some((report) => report.test(sequence));
}
