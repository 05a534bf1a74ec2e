import { SearchAddon, type ISearchOptions } from '@xterm/addon-search';
import type { Terminal } from '@xterm/xterm';

/** Where a search stands; `count` stops at 1000. */
export interface Found {
  /** From 0; -1 when the limit is passed. */
  readonly index: number;
  readonly count: number;
}

const LIMIT = 1000;

/** Finds text in what a terminal holds, and marks all of it. */
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

  /** `incremental`: the words are still being typed, so what is selected may stay. */
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
