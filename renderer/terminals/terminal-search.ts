import { SearchAddon, type ISearchOptions } from '@xterm/addon-search';
import type { Terminal } from '@xterm/xterm';

/** State of a search; `count` stops at 1000. */
export interface Found {
  /** Zero-based; -1 beyond the limit. */
  readonly index: number;
  readonly count: number;
}

const LIMIT = 1000;

/** Searches a terminal's buffer and highlights all matches. */
export class TerminalSearch {
  readonly #addon = new SearchAddon({ highlightLimit: LIMIT });
  readonly #colour: (token: string) => string;

  constructor(terminal: Terminal, colour: (token: string) => string) {
    this.#colour = colour;
    terminal.loadAddon(this.#addon);
  }

  /** Returns the unsubscribe function. */
  onFound(listener: (found: Found) => void): () => void {
    const heard = this.#addon.onDidChangeResults(({ resultIndex, resultCount }) => listener({ index: resultIndex, count: resultCount }));
    return () => heard.dispose();
  }

  /** `incremental`: still typing, so the current match may stay. */
  next(words: string, incremental = false): void {
    if (words === '') this.clear();
    else this.#addon.findNext(words, { ...this.#options(), incremental });
  }

  previous(words: string): void {
    if (words !== '') this.#addon.findPrevious(words, this.#options());
  }

  clear(): void {
    this.#addon.clearDecorations();
  }

  #options(): ISearchOptions {
    const [warn, accent] = [this.#colour('--warn'), this.#colour('--accent')];
    return {
      decorations: {
        matchBorder: warn,
        matchOverviewRuler: warn,
        activeMatchBorder: accent,
        activeMatchBackground: this.#colour('--accent-bg'),
        activeMatchColorOverviewRuler: accent,
      },
    };
  }
}
