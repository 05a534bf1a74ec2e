import { looksLikePrompt } from './prompt-line.ts';

/** A function to call with the question after so many milliseconds without output, and with how long it has been silent. */
interface Waiting {
  readonly afterMs: number;
  readonly tell: ((question: string, silentMs: number) => void) | undefined;
}

/** Watches for a silent command whose last line looks like a question. Calls each function at most once until the command prints again. */
export class PromptWatch {
  readonly #end: () => { readonly line: string; readonly before: string };
  readonly #waiting: readonly Waiting[];
  readonly #timers = new Map<Waiting, NodeJS.Timeout>();
  #silentSince = 0;

  /** @param end the end of the output, as `looksLikePrompt` takes it */
  constructor(end: () => { readonly line: string; readonly before: string }, waiting: readonly Waiting[]) {
    this.#end = end;
    this.#waiting = waiting.filter(({ tell }) => tell !== undefined);
  }

  /** Call after output, and when a person hands the terminal back. */
  restart(): void {
    this.#silentSince = performance.now();
    for (const one of this.#waiting) {
      const timer = this.#timers.get(one);
      if (timer) timer.refresh();
      else this.#timers.set(one, setTimeout(() => this.#look(one), one.afterMs).unref());
    }
  }

  /** Call when the command has ended, or a person has taken over. */
  stop(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #look({ tell }: Waiting): void {
    const { line, before } = this.#end();
    if (looksLikePrompt(line, before))
      tell?.((line.trim() === '' ? before : line).trim(), Math.round(performance.now() - this.#silentSince));
  }
}
