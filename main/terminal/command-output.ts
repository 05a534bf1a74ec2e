import { StringDecoder } from 'node:string_decoder';
import { BoundedText, RecentText } from './bounded-text.ts';
import { OutputFile } from './output-file.ts';
import { PlainText } from './plain-text.ts';
import { LiveTextFile } from './text-file.ts';

/** Characters of plain text kept for the model from the start and from the end. */
const KEEP_HEAD = 256 * 1024;
const KEEP_TAIL = 256 * 1024;
/** Characters of earlier output that a window gets when it opens the terminal. */
export const REPLAY_LIMIT = 1024 * 1024;

export interface CommandOutputOptions {
  /** Absolute path of the file for raw output. Must not exist. */
  readonly path: string;
  /** Called with true when too much waits to be written, and with false when it is written. */
  readonly onLag: (lagging: boolean) => void;
  /** Each piece of output, and the number of characters before it. */
  readonly onText: (offset: number, text: string) => void;
}

/** A command's output: raw in a file, as characters for windows, as plain text for the model. */
export class CommandOutput {
  readonly #onText: CommandOutputOptions['onText'];
  readonly #file: OutputFile;
  readonly #decoder = new StringDecoder('utf8');
  readonly #live = new RecentText(REPLAY_LIMIT);
  readonly #kept = new BoundedText(KEEP_HEAD, KEEP_TAIL);
  readonly #plain = new PlainText((text) => {
    this.#kept.push(text);
    this.#textFile?.settle(text);
  });
  #textFile: LiveTextFile | undefined;
  #bytes = 0;
  #lines = 0;

  /** @throws Error when the file can't be created. */
  constructor({ path, onLag, onText }: CommandOutputOptions) {
    this.#file = new OutputFile(path, onLag);
    this.#onText = onText;
  }

  get path(): string {
    return this.#file.path;
  }

  /** The error that stopped writing; the file is then incomplete. */
  get error(): Error | undefined {
    return this.#file.error;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get lines(): number {
    return this.#lines;
  }

  /** Characters so far. */
  get length(): number {
    return this.#live.total;
  }

  /** The line at the cursor, and the one before it. */
  get end(): { readonly line: string; readonly before: string } {
    return { line: this.#plain.currentLine, before: this.#plain.rest.trimEnd().split('\n').at(-1) ?? '' };
  }

  snapshot(): { readonly data: string; readonly offset: number } {
    const { text, offset } = this.#live.read();
    return { data: text, offset };
  }

  receive(bytes: Buffer): void {
    this.#bytes += bytes.length;
    this.#lines += countNewlines(bytes);
    this.#file.write(bytes);
    this.#show(this.#decoder.write(bytes));
    this.#textFile?.touch();
  }

  /** Also keeps the plain text in a file from now on. May be called once. */
  keepText(file: string): void {
    if (this.#textFile !== undefined) return;
    const { head, tail, dropped } = this.#kept.parts();
    this.#textFile = new LiveTextFile(file, head + droppedText(dropped) + tail, () => this.#plain.rest);
  }

  /** Call after the last output. Resolves to the plain text when everything is written. */
  async close(): Promise<{ readonly text: string; readonly truncated: boolean }> {
    this.#show(this.#decoder.end());
    this.#plain.end();
    this.#textFile?.close();
    await this.#file.close();
    const { head, tail, dropped } = this.#kept.parts();
    return { text: trimTrailingBlankLines(head + droppedText(dropped) + tail), truncated: dropped > 0 };
  }

  #show(text: string): void {
    if (text === '') return;
    const offset = this.#live.total;
    this.#live.push(text);
    this.#plain.write(text);
    this.#onText(offset, text);
  }
}

function droppedText(characters: number): string {
  return characters === 0 ? '' : `\n... [${String(characters)} characters truncated] ...\n`;
}

function countNewlines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}

function trimTrailingBlankLines(text: string): string {
  const end = text.indexOf('\n', text.trimEnd().length);
  return end === -1 ? text : text.slice(0, end);
}
