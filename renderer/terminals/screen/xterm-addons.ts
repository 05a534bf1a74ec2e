import { FitAddon } from '@xterm/addon-fit';
import type { Terminal } from '@xterm/xterm';
import { type ISearchOptions, SearchAddon } from '@xterm/addon-search';

/** State of a search; `count` stops at 1000. */
interface Found {
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
    const subscription = this.#addon.onDidChangeResults(({ resultIndex, resultCount }) =>
      listener({ index: resultIndex, count: resultCount }),
    );
    return () => subscription.dispose();
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

/** Software renderers, which are slower than the DOM renderer. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

let usable: boolean | undefined;

/** Uses the WebGL renderer if there is a GPU, until the context is lost. Contexts are limited: only for visible terminals. */
export async function drawWithGpu(terminal: Terminal): Promise<void> {
  usable ??= hasGpu();
  if (!usable) return;
  const { WebglAddon } = await import('@xterm/addon-webgl');
  try {
    const addon = new WebglAddon();
    addon.onContextLoss(() => addon.dispose());
    terminal.loadAddon(addon);
  } catch {
    // Keep the DOM renderer.
  }
}

function hasGpu(): boolean {
  const gl = new OffscreenCanvas(1, 1).getContext('webgl2');
  if (!gl) return false;
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const renderer: unknown = info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : '';
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return typeof renderer === 'string' && !SOFTWARE.test(renderer);
}

export interface TerminalSize {
  readonly cols: number;
  readonly rows: number;
}

export interface Fitting {
  /** Draws no more columns and rows than these: a smaller window shows the terminal too. */
  limitTo(limit: TerminalSize): void;
  stop(): void;
}

/** Fits the terminal to an element and reports what fits; the answer is what its programs were told. */
export function fitTo(
  terminal: Terminal,
  container: HTMLElement,
  onFit: (cols: number, rows: number) => Promise<TerminalSize | undefined>,
): Fitting {
  const addon = new FitAddon();
  terminal.loadAddon(addon);
  let frame = 0;
  let stopped = false;
  const fitting = (): TerminalSize | undefined => {
    const size = addon.proposeDimensions();
    // An element that isn't rendered has no size.
    return size && size.cols > 2 && size.rows > 1 ? size : undefined;
  };
  const limitTo = (limit: TerminalSize) => {
    const size = stopped ? undefined : fitting();
    if (size) terminal.resize(Math.min(size.cols, limit.cols), Math.min(size.rows, limit.rows));
  };
  const fit = () => {
    const size = fitting();
    if (!size) return;
    terminal.resize(size.cols, size.rows);
    void onFit(size.cols, size.rows).then((told) => told && limitTo(told));
  };
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(fit);
  });
  observer.observe(container);
  fit();
  return {
    limitTo,
    stop: () => {
      stopped = true;
      cancelAnimationFrame(frame);
      observer.disconnect();
    },
  };
}
