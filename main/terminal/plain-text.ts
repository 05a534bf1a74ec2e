import { applyControlSequence, type Screen } from './plain-text-screen.ts';

const ROWS = 30;
const COLS = 120;
/** A longer line is passed on in pieces, and overwriting reaches no further back than that. */
const MAX_LINE = 256 * 1024;
/** An escape sequence that hasn’t ended after this many characters counts as none. */
const MAX_SEQUENCE = 64 * 1024;

// Everything but tab, vertical tab and form feed, which plain files contain too.
const CONTROL = /[\x00-\x08\x0a\x0d-\x1f\x7f-\x9f]/g;
// Only line ends that aren't the pair a terminal writes.
const UNUSUAL = /[\x00-\x08\x0e-\x1f\x7f-\x9f]|\r(?!\n)/g;
const CSI = /(?:\x1b\[|\x9b)([0-?]*)([ -/]*)([@-~])/y;
const STRING = /(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)/y;
const STRING_START = /(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*\x1b?$/y;
const CSI_START = /(?:\x1b(?:\[[0-?]*[ -/]*|[ -/]*)|\x9b[0-?]*[ -/]*)$/y;
const BROKEN_CSI = /(?:\x1b\[|\x9b)[0-?]*[ -/]*/y;
const ESCAPE = /\x1b[ -/]*([0-~])/y;

/**
 * Converts a terminal's output to plain text, as the program would have written it to a pipe: removes escape sequences, and applies
 * carriage returns, backspaces, erased lines and short cursor moves. Keeps the last 30 lines as a screen and passes on what scrolls off it;
 * lines are never wrapped.
 */
export class PlainText {
  readonly #sink: (text: string) => void;
  #screen: Screen = blankScreen();
  /** The main screen, while a full-screen program shows its own. */
  #main: Screen | undefined;
  #pending = '';
  #out = '';
  /** Something other than plain lines came, so a character may have been overwritten in part. */
  #isEdited = false;

  constructor(sink: (text: string) => void) {
    this.#sink = sink;
  }

  write(text: string): void {
    this.#consume(text);
    this.#handOn();
  }

  #consume(text: string): void {
    const input = this.#pending + text;
    this.#pending = '';
    let at = 0;
    while (at < input.length) {
      const appending = this.#isAtEnd();
      const pattern = appending ? UNUSUAL : CONTROL;
      pattern.lastIndex = at;
      const control = pattern.exec(input);
      const end = control === null ? input.length : control.index;
      if (end > at && appending) this.#append(input.slice(at, end));
      else if (end > at) this.#put(input.slice(at, end));
      if (control === null) return;
      this.#isEdited = true;
      const next = this.#control(input, end);
      if (next === undefined) {
        this.#pending = input.slice(end);
        return;
      }
      at = next;
    }
  }

  /** Passes on what is still on the screen. */
  end(): void {
    if (this.#main !== undefined) this.#out += `${this.#main.rows.join('\n')}\n`;
    this.#out += this.#screen.rows.join('\n');
    this.#handOn();
    this.#screen = blankScreen();
    this.#main = undefined;
  }

  /** The text on the screen, which may still change; `end` passes it on. */
  get rest(): string {
    const under = this.#main === undefined ? '' : `${this.#main.rows.join('\n')}\n`;
    return under + this.#screen.rows.join('\n');
  }

  /** The line at the cursor. */
  get currentLine(): string {
    return this.#screen.rows[this.#screen.row] ?? '';
  }

  /** Fast path: nearly all output is plain lines. */
  #isAtEnd(): boolean {
    const { rows, row, col } = this.#screen;
    return row === rows.length - 1 && col === rows[row]?.length;
  }

  #append(text: string): void {
    const screen = this.#screen;
    const plain = text.replaceAll('\r\n', '\n');
    const kept = lastLinesStart(plain, ROWS);
    if (kept > 0) {
      // What scrolls off at once needn't be split into lines.
      if (this.#main === undefined) this.#out += screen.rows.join('\n') + plain.slice(0, kept);
      screen.rows = plain.slice(kept).split('\n');
    } else {
      const [first = '', ...more] = plain.split('\n');
      screen.rows[screen.row] += first;
      screen.rows.push(...more);
      this.#scrollOff();
    }
    screen.row = screen.rows.length - 1;
    screen.col = screen.rows[screen.row]?.length ?? 0;
    if (screen.col > MAX_LINE) this.#handOnLongLine();
  }

  #put(text: string): void {
    const screen = this.#screen;
    const line = screen.rows[screen.row] ?? '';
    if (screen.col === line.length) screen.rows[screen.row] = line + text;
    else if (screen.col > line.length) screen.rows[screen.row] = line.padEnd(screen.col) + text;
    else screen.rows[screen.row] = line.slice(0, screen.col) + text + line.slice(screen.col + text.length);
    screen.col += text.length;
    if (screen.col > MAX_LINE && screen.row === screen.rows.length - 1) this.#handOnLongLine();
  }

  /** Returns the index after the sequence, or `undefined` if it is incomplete. */
  #control(input: string, at: number): number | undefined {
    const screen = this.#screen;
    switch (input[at]) {
      case '\n':
        this.#newline();
        return at + 1;
      case '\r':
        screen.col = 0;
        return at + 1;
      case '\b':
        screen.col = Math.max(0, screen.col - 1);
        return at + 1;
      case '\x1b':
      case '\x9b':
      case '\x90':
      case '\x98':
      case '\x9d':
      case '\x9e':
      case '\x9f':
        return this.#sequence(input, at);
      default:
        return at + 1;
    }
  }

  #sequence(input: string, at: number): number | undefined {
    const csi = match(CSI, input, at);
    if (csi !== null) {
      this.#controlSequence(csi[1] ?? '', csi[3] ?? '');
      return CSI.lastIndex;
    }
    if (match(STRING, input, at) !== null) return STRING.lastIndex;
    const mayContinue = match(STRING_START, input, at) !== null || match(CSI_START, input, at) !== null;
    if (mayContinue && input.length - at < MAX_SEQUENCE) return undefined;
    if (match(BROKEN_CSI, input, at) !== null) return BROKEN_CSI.lastIndex;
    const escape = match(ESCAPE, input, at);
    if (escape === null) return at + 1;
    if (escape[1] === 'M') this.#screen.row = Math.max(0, this.#screen.row - 1);
    if (escape[1] === 'c') this.#clear();
    if (escape[1] === '7') applyControlSequence(this.#screen, '', 's', COLS, ROWS);
    if (escape[1] === '8') applyControlSequence(this.#screen, '', 'u', COLS, ROWS);
    return ESCAPE.lastIndex;
  }

  #controlSequence(parameters: string, final: string): void {
    if (final === 'h' || final === 'l') {
      if (/^\?(?:47|1047|1049)$/.test(parameters)) this.#alternateScreen(final === 'h');
    } else if (final === 'J' && (parameters === '2' || parameters === '3')) {
      this.#clear();
    } else {
      applyControlSequence(this.#screen, parameters, final, COLS, ROWS);
    }
  }

  #newline(): void {
    const screen = this.#screen;
    screen.row += 1;
    screen.col = 0;
    if (screen.row >= screen.rows.length) screen.rows.push('');
    screen.row -= this.#scrollOff();
  }

  /** Passes on the lines that no longer fit the screen; returns their number. */
  #scrollOff(): number {
    const count = this.#screen.rows.length - ROWS;
    if (count <= 0) return 0;
    const gone = this.#screen.rows.splice(0, count);
    // What scrolls off the alternate screen of a full-screen program isn't output.
    if (this.#main === undefined) this.#out += `${gone.join('\n')}\n`;
    return count;
  }

  #alternateScreen(on: boolean): void {
    if (on && this.#main === undefined) {
      this.#main = this.#screen;
      this.#screen = blankScreen();
    } else if (!on && this.#main !== undefined) {
      this.#screen = this.#main;
      this.#main = undefined;
    }
  }

  /** Passes on the screen's text before it is cleared, so that no output is lost. */
  #clear(): void {
    const { row, col, rows } = this.#screen;
    if (this.#main === undefined) {
      const text = rows.join('\n').trimEnd();
      if (text !== '') this.#out += `${text}\n`;
    }
    this.#screen = { rows: Array.from({ length: row + 1 }, () => ''), row, col };
  }

  #handOn(): void {
    if (this.#out !== '') this.#sink(this.#isEdited ? this.#out.toWellFormed() : this.#out);
    this.#out = '';
  }

  #handOnLongLine(): void {
    if (this.#main === undefined) this.#out += this.#screen.rows.join('\n');
    this.#screen = blankScreen();
  }
}

function blankScreen(): Screen {
  return { rows: [''], row: 0, col: 0 };
}

/** Where the last `count` lines of the text start; 0 if it has no more. */
function lastLinesStart(text: string, count: number): number {
  let at = text.length;
  for (let found = 0; found < count; found += 1) {
    at = at === 0 ? -1 : text.lastIndexOf('\n', at - 1);
    if (at === -1) return 0;
  }
  return at + 1;
}

function match(pattern: RegExp, input: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(input);
}
