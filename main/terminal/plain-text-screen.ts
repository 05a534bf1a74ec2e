/** The lines that the cursor can still reach. `row` indexes `rows`; `col` counts UTF-16 units and may lie past the line's end. */
export interface Screen {
  rows: string[];
  row: number;
  col: number;
  saved?: { readonly row: number; readonly col: number };
}

/** Applies cursor moves and erasing; colours, modes and everything else change no text. */
export function applyControlSequence(screen: Screen, parameters: string, final: string, cols: number, rows: number): void {
  const numbers = parameters.split(';').map((part) => Number.parseInt(part, 10));
  const first = numbers[0] ?? Number.NaN;
  const count = Number.isNaN(first) || first === 0 ? 1 : first;
  switch (final) {
    case 'A':
    case 'F':
      moveTo(screen, screen.row - count, final === 'F' ? 0 : screen.col, rows);
      break;
    case 'B':
    case 'E':
      moveTo(screen, screen.row + count, final === 'E' ? 0 : screen.col, rows);
      break;
    case 'C':
      screen.col = Math.max(screen.col, Math.min(screen.col + count, cols - 1));
      break;
    case 'D':
      screen.col = Math.max(0, screen.col - count);
      break;
    case 'G':
    case '`':
      screen.col = Math.min(count, cols) - 1;
      break;
    case 'd':
      moveTo(screen, count - 1, screen.col, rows);
      break;
    case 'H':
    case 'f': {
      const column = numbers[1] ?? 1;
      moveTo(screen, count - 1, Math.min(Number.isNaN(column) || column === 0 ? 1 : column, cols) - 1, rows);
      break;
    }
    case 'J':
      eraseDisplay(screen, Number.isNaN(first) ? 0 : first);
      break;
    case 'K':
      eraseLine(screen, Number.isNaN(first) ? 0 : first);
      break;
    case 'P':
      edit(screen, (line) => line.slice(0, screen.col) + line.slice(screen.col + count));
      break;
    case 'X':
      edit(
        screen,
        (line) =>
          line.slice(0, screen.col) + ' '.repeat(Math.min(count, Math.max(0, line.length - screen.col))) + line.slice(screen.col + count),
      );
      break;
    case '@':
      edit(screen, (line) => line.slice(0, screen.col) + ' '.repeat(Math.min(count, cols)) + line.slice(screen.col));
      break;
    case 's':
      screen.saved = { row: screen.row, col: screen.col };
      break;
    case 'u':
      moveTo(screen, screen.saved?.row ?? 0, screen.saved?.col ?? 0, rows);
      break;
    default:
      break;
  }
}

function moveTo(screen: Screen, row: number, col: number, rows: number): void {
  screen.row = Math.max(0, Math.min(row, rows - 1));
  screen.col = col;
  while (screen.rows.length <= screen.row) screen.rows.push('');
}

/** 0: from the cursor to the end; 1: from the start to the cursor. The caller handles clearing everything. */
function eraseDisplay(screen: Screen, part: number): void {
  eraseLine(screen, part);
  if (part === 0) screen.rows.length = screen.row + 1;
  if (part === 1) screen.rows.fill('', 0, screen.row);
}

function eraseLine(screen: Screen, part: number): void {
  edit(screen, (line) => {
    if (part === 0) return line.slice(0, screen.col);
    if (part === 1) return line.length <= screen.col + 1 ? '' : ' '.repeat(screen.col + 1) + line.slice(screen.col + 1);
    return '';
  });
}

function edit(screen: Screen, change: (line: string) => string): void {
  screen.rows[screen.row] = change(screen.rows[screen.row] ?? '');
}
