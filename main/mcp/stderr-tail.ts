import { plainText } from './plain-text.ts';

const MAX_CHARS = 8192;

/** The last words of a server on its error output: shown when it fails, never to the model as instructions. */
export class StderrTail {
  #text = '';
  #cut = false;

  push(chunk: string): void {
    this.#cut ||= this.#text.length + chunk.length > MAX_CHARS;
    this.#text = (this.#text + chunk.slice(-MAX_CHARS)).slice(-MAX_CHARS);
  }

  /** Without escape sequences and invisible characters. */
  get text(): string {
    const bare = plainText(this.#text.replace(/\u001B(?:\[[0-9;?]*[ -/]*[@-~]|[@-_])/gu, ''), MAX_CHARS).trim();
    return this.#cut ? `… ${bare}` : bare;
  }
}
