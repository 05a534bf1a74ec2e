/**
 * Whether a sed script only prints. A small allow-list of the language (GNU sed manual, POSIX): addresses, blocks, labels, substitutions,
 * `y`, text to insert and commands that reorder lines; never `w W r R e`, nor the flags `e` and `w`.
 */
export function isQuietSedScript(script: string): boolean {
  return new SedReader(script).isQuiet();
}

/** Commands followed by nothing, a number or a label. */
const PLAIN = /^(?:[pPdDnNgGhHxz=F]|[qQlL][ \t]*\d*|[btT:][ \t]*[\w.-]*)/u;
const BLANKS = /^[ \t]*/u;
const SUBSTITUTION_FLAGS = /^[gpiImM0-9]*/u;
/** The end of a command. */
const END = /^[ \t]*(?:$|[;\n}#])/u;
const NUMBER_ADDRESS = /^(?:\d+(?:~\d+)?|\$|[+~]\d+)/u;

const BRACKET = /^\^?\]?(?:\[:[a-z]+:\]|\\[^\n]|[^\][\\\n])*\]/u;
const PLAIN_BRACKET = /^\^?(?:\[:[a-z]+:\]|\\[^\]\n]|[^\][\\\n])+\]$/u;

class SedReader {
  #rest: string;

  constructor(script: string) {
    this.#rest = script;
  }

  isQuiet(): boolean {
    for (;;) {
      this.#take(/^[\s;{}]*/u);
      if (this.#rest === '') return true;
      if (!this.#comment() && !this.#command()) return false;
    }
  }

  #take(pattern: RegExp): string {
    const found = pattern.exec(this.#rest)?.[0] ?? '';
    this.#rest = this.#rest.slice(found.length);
    return found;
  }

  #comment(): boolean {
    return this.#take(/^#[^\n]*/u) !== '';
  }

  #command(): boolean {
    if (!this.#addresses()) return false;
    this.#take(/^[ \t]*(?:![ \t]*)*/u);
    if (this.#rest.startsWith('{')) return true;
    if (this.#take(/^[aic](?=[ \t]*\\|[ \t]+\S)/u) !== '') return this.#text();
    const isPlain = this.#take(/^s/u) !== '' ? this.#substitution() : this.#take(/^y/u) !== '' ? this.#pair() : this.#take(PLAIN) !== '';
    return isPlain && END.test(this.#rest);
  }

  /** Text to insert: up to a line feed without a preceding backslash. */
  #text(): boolean {
    this.#take(/^(?:\\[^]|[^\\\n])*/u);
    return this.#rest === '' || this.#rest.startsWith('\n');
  }

  #addresses(): boolean {
    const first = this.#address();
    if (first === undefined) return false;
    this.#take(BLANKS);
    if (this.#take(/^,[ \t]*/u) === '') return true;
    return first && this.#address() === true;
  }

  /** Whether there is one; undefined when it is not understood. */
  #address(): boolean | undefined {
    if (this.#take(NUMBER_ADDRESS) !== '') return true;
    const start = this.#take(/^(?:\/|\\[^\n\\])/u);
    if (start === '') return false;
    if (!this.#delimited(start.slice(-1), true)) return undefined;
    this.#take(/^[IM]*/u);
    return true;
  }

  #substitution(): boolean {
    if (!this.#pair(true)) return false;
    this.#take(SUBSTITUTION_FLAGS);
    return true;
  }

  /** Two parts delimited by the same character. */
  #pair(isExpression = false): boolean {
    const delimiter = this.#take(/^[^\n\\\s\w]/u);
    return delimiter !== '' && this.#delimited(delimiter, isExpression) && this.#delimited(delimiter, false);
  }

  /** Reads up to and including the delimiter. */
  #delimited(delimiter: string, isExpression: boolean): boolean {
    for (;;) {
      const char = this.#take(/^[^]/u);
      if (char === delimiter) return true;
      if (char === '' || char === '\n') return false;
      if (char === '\\') this.#take(/^[^]/u);
      if (char === '[' && isExpression && !this.#bracket(delimiter)) return false;
    }
  }

  /**
   * The rest of a bracket expression. One that contains the delimiter must be plain, since implementations of sed find its end differently.
   * Older ones don't support brackets here, and would open a file before rejecting the rest.
   */
  #bracket(delimiter: string): boolean {
    const found = this.#take(BRACKET);
    return found !== '' && (!found.includes(delimiter) || (PLAIN_BRACKET.test(found) && !/w/iu.test(found + this.#rest)));
  }
}
