import '@xterm/xterm/css/xterm.css';
import { WebLinksAddon } from '@xterm/addon-web-links';
import { Terminal } from '@xterm/xterm';
import { openPath } from '../../paths/open-path.ts';
import { keysOf } from '../../store/command-keys.ts';
import { copyText } from '../../ui/copy-text.ts';
import { matchesChord } from '../../ui/display/kbd.tsx';
import { FileLinks } from './file-links.ts';
import { drawWithGpu, type Fitting, fitTo, type TerminalSize, TerminalSearch } from './xterm-addons.ts';
import { SCROLLBACK } from './last-lines.ts';
import { isReport, protect, silence } from './terminal-reports.ts';
import { sequenceOf, type TouchKey } from '../keys/touch-key.ts';
import { onThemeChange, terminalTheme, tokenColour } from './xterm-theme.ts';

export interface ScreenOptions {
  readonly cols: number;
  readonly rows: number;
  readonly fontSize: number;
  /** Keeps a text copy of the screen for screen readers. */
  readonly screenReader: boolean;
  readonly label: string;
  /** The user's keys and pastes, while the terminal has the focus. */
  readonly onInput: (data: string) => void;
  /** The user activated a printed link. Nothing has been opened. */
  readonly onLink: (text: string) => void;
  /** Several lines are about to be pasted; call `paste` to do it. */
  readonly onLines: (text: string) => void;
  /** The user leaves the terminal by key. */
  readonly onLeave: () => void;
  readonly onSelection?: ((selected: boolean) => void) | undefined;
  /**
   * Set for the user’s own shell: the terminal fits its element and reports columns and rows; the answer limits them. It has no other
   * emulator, so queries from programs are answered here.
   */
  readonly onFit?: ((cols: number, rows: number) => Promise<TerminalSize | undefined>) | undefined;
}

/** Commands that the window carries out even here. */
const FOR_WINDOW = ['queue', 'stop', 'session.next', 'session.previous'] as const;

/** Keys of the terminal pane. */
const PANE_KEYS = ['Mod+F', 'Mod+ArrowUp', 'Mod+ArrowDown'];

/** Fewer columns than this are never made of output. */
const MIN_COLS = 20;
/** Of the terminal itself. Pixels. */
const SCROLL_BAR = 15;

/** A display-only terminal emulator: it never answers the program, opens no links, and doesn't touch the clipboard by itself. */
export class XtermScreen {
  readonly search: TerminalSearch;
  readonly #terminal: Terminal;
  readonly #options: ScreenOptions;
  readonly #stopTheme: () => void;
  /** The element outlives it: another emulator may render there. */
  readonly #disposed = new AbortController();
  #fitting: Fitting | undefined;
  #live = false;
  #settled = false;
  #changeNext: ((data: string) => string) | undefined;

  constructor(element: HTMLElement, options: ScreenOptions) {
    this.#options = options;
    this.#terminal = new Terminal({
      cols: options.cols,
      rows: options.rows,
      fontFamily: getComputedStyle(element).getPropertyValue('--mono'),
      fontSize: options.fontSize,
      lineHeight: 1.2,
      scrollback: SCROLLBACK,
      minimumContrastRatio: 4.5,
      screenReaderMode: options.screenReader,
      disableStdin: true,
      cursorInactiveStyle: 'outline',
      theme: terminalTheme(element),
      allowProposedApi: true,
      // The default handler asks and opens; program output must never open anything by itself.
      linkHandler: { activate: (_event, text) => options.onLink(text) },
    });
    if (options.onFit) protect(this.#terminal);
    else silence(this.#terminal);
    this.#terminal.open(element);
    this.#terminal.loadAddon(new WebLinksAddon((_event, text) => options.onLink(text)));
    this.#terminal.registerLinkProvider(new FileLinks(this.#terminal, ({ path, line }) => void openPath(path, line)));
    this.search = new TerminalSearch(this.#terminal, (token) => tokenColour(element, token));
    if (!options.screenReader) void drawWithGpu(this.#terminal);
    element.addEventListener('paste', this.#onPaste, { capture: true, signal: this.#disposed.signal });
    this.#terminal.onSelectionChange(() => options.onSelection?.(this.#terminal.hasSelection()));
    this.#terminal.textarea?.setAttribute('aria-label', options.label);
    this.#terminal.onData((data) => {
      const focused = document.activeElement === this.#terminal.textarea;
      if (!this.#live) return;
      // With several windows only the focused one answers, so that nothing is answered twice.
      if (isReport(data)) return options.onFit !== undefined && document.hasFocus() ? options.onInput(data) : undefined;
      if (focused) options.onInput(this.#changed(data));
    });
    this.#terminal.attachCustomKeyEventHandler((event) => this.#isForProgram(event));
    if (options.onFit) this.#fitting = fitTo(this.#terminal, element, options.onFit);
    this.#stopTheme = onThemeChange(() => {
      this.#terminal.options.theme = terminalTheme(element);
    });
  }

  /** `done` is called once the text is parsed. */
  write(data: string, done?: () => void): void {
    this.#terminal.write(data, done);
  }

  /** Of the user’s own shell: the size that its programs were told. */
  limitTo(size: TerminalSize): void {
    this.#fitting?.limitTo(size);
  }

  /** Ignores keys and answers nothing until it is live. */
  mute(): void {
    this.#live = false;
  }

  setLive(live: boolean): void {
    this.#live = live;
    this.#terminal.options.disableStdin = !live;
    this.#terminal.options.cursorBlink = false;
  }

  /**
   * The output is complete: hides the cursor and the empty rows below it, and wraps the lines to the width that is there. Before, they are
   * as wide as the program was told.
   */
  settle(done: () => void): void {
    this.#terminal.write('\u001b[?25l', () => {
      this.#settled = true;
      done();
    });
  }

  /** Wraps complete output to a width in pixels, if it is narrower than the program’s. */
  wrapTo(width: number): void {
    const { cols, rows } = this.#options;
    const drawn = this.#terminal.element?.querySelector('.xterm-screen')?.clientWidth ?? 0;
    if (!this.#settled || this.#fitting || drawn === 0 || width === 0) return;
    const fitting = Math.floor((width - SCROLL_BAR) / (drawn / this.#terminal.cols));
    this.#terminal.resize(Math.min(cols, Math.max(MIN_COLS, fitting)), rows);
    this.#shrink();
  }

  focus(): void {
    this.#terminal.focus();
  }

  /** Presses a key, which reaches the program as those of a keyboard do: only with the focus, and while it runs. */
  press(key: TouchKey): void {
    if (this.#live) this.#terminal.input(sequenceOf(key, this.#terminal.modes.applicationCursorKeysMode), true);
  }

  /** Changes what is typed next, once. */
  changeNext(change: ((data: string) => string) | undefined): void {
    this.#changeNext = change;
  }

  /** Bottom of the cursor's row, in pixels from the terminal's top. */
  get cursorBottom(): number {
    const height = this.#terminal.element?.clientHeight ?? 0;
    return ((this.#terminal.buffer.active.cursorY + 1) * height) / this.#terminal.rows;
  }

  /** The selected text; empty if none. */
  get selection(): string {
    return this.#terminal.getSelection();
  }

  paste(text: string): void {
    this.#terminal.focus();
    this.#terminal.paste(text);
  }

  reset(): void {
    this.#settled = false;
    this.#terminal.reset();
    if (!this.#fitting) this.#terminal.resize(this.#options.cols, this.#options.rows);
  }

  /** The screen and the scrollback as text. */
  text(): string {
    const buffer = this.#terminal.buffer.normal;
    const lines: string[] = [];
    for (let index = 0; index < buffer.length; index += 1) {
      const line = buffer.getLine(index);
      if (!line) continue;
      if (line.isWrapped && lines.length > 0) lines[lines.length - 1] += line.translateToString(true);
      else lines.push(line.translateToString(true));
    }
    return lines.join('\n').trimEnd();
  }

  dispose(): void {
    this.#disposed.abort();
    this.#stopTheme();
    this.#fitting?.stop();
    this.#terminal.dispose();
  }

  #changed(data: string): string {
    const change = this.#changeNext;
    this.#changeNext = undefined;
    return change ? change(data) : data;
  }

  /** Removes empty rows below an ended command's last line. */
  #shrink(): void {
    const { baseY, cursorY } = this.#terminal.buffer.active;
    const used = baseY + cursorY + 1;
    // Keep the cursor's row, or the first line would scroll out.
    if (used < this.#terminal.rows) this.#terminal.resize(this.#terminal.cols, used);
  }

  /** A pasted newline would run a command: several lines are shown first. */
  readonly #onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!this.#live || !/[\r\n]/u.test(text)) return;
    event.preventDefault();
    event.stopPropagation();
    this.#options.onLines(text);
  };

  /** Keys that the window handles even here: leaving the terminal, going to the queue or another session, copying the selection. */
  #isForProgram(event: KeyboardEvent): boolean {
    const forWindow = [...FOR_WINDOW.map(keysOf), ...PANE_KEYS];
    if (forWindow.some((keys) => keys !== undefined && matchesChord(event, keys))) return false;
    if (event.key === 'Escape' && event.shiftKey) {
      if (event.type === 'keydown') this.#options.onLeave();
      return false;
    }
    if (event.type === 'keydown' && event.ctrlKey && event.shiftKey && event.key.toLowerCase() === 'c' && this.#terminal.hasSelection()) {
      event.preventDefault();
      void copyText(this.#terminal.getSelection());
      return false;
    }
    // The program has ended: the window handles these.
    return this.#live || !(event.key === 'Tab' || event.ctrlKey || event.metaKey);
  }
}
