import type { IBufferLine, ILink, ILinkProvider, Terminal } from '@xterm/xterm';
import { findFile, type KnownFile } from '../../paths/known-files.ts';

/** Maximum number of lookups per line. */
const MAX_NAMES = 12;
/** A possible file name with an optional position: `src/app.ts:12:3`. Web addresses have their own links. */
const NAME = /(?:~|\.{1,2})?\/?[\w@.+-]+(?:\/[\w@.+-]+)*(?::\d+(?::\d+)?)?/gu;
const WEB = /\b\w+:\/\/\S+/gu;

/** Links the names of existing files in terminal output. Opens nothing without a click. */
export class FileLinks implements ILinkProvider {
  readonly #terminal: Terminal;
  readonly #onFile: (file: KnownFile) => void;

  constructor(terminal: Terminal, onFile: (file: KnownFile) => void) {
    this.#terminal = terminal;
    this.#onFile = onFile;
  }

  provideLinks(row: number, callback: (links: ILink[] | undefined) => void): void {
    void this.#findLinks(row, callback);
  }

  async #findLinks(row: number, callback: (links: ILink[]) => void): Promise<void> {
    callback(await this.#linksOf(row));
  }

  async #linksOf(row: number): Promise<ILink[]> {
    const line = this.#terminal.buffer.active.getLine(row - 1);
    if (!line) return [];
    const { text, columns } = readLine(line);
    const links = namesIn(text).map(async ({ name, at }): Promise<ILink[]> => {
      const file = await findFile(name);
      if (!file) return [];
      const column = (index: number) => (columns[index] ?? index) + 1;
      const range = { start: { x: column(at), y: row }, end: { x: column(at + name.length - 1), y: row } };
      return [{ text: name, range, activate: () => this.#onFile(file) }];
    });
    return (await Promise.all(links)).flat();
  }
}

/** Possible file names in a line, with their offsets. */
export function namesIn(text: string): { readonly name: string; readonly at: number }[] {
  const withoutAddresses = text.replace(WEB, (address) => ' '.repeat(address.length));
  return [...withoutAddresses.matchAll(NAME)]
    .map((match) => ({ name: match[0].replace(/[.:]+$/u, ''), at: match.index }))
    .filter(({ name }) => /[./]/u.test(name))
    .slice(0, MAX_NAMES);
}

/** The line's text, and the column of each character: a wide one takes two. */
function readLine(line: IBufferLine): { readonly text: string; readonly columns: readonly number[] } {
  let text = '';
  const columns: number[] = [];
  for (let column = 0; column < line.length; column += 1) {
    const cell = line.getCell(column);
    if (!cell || cell.getWidth() === 0) continue;
    const chars = cell.getChars() || ' ';
    for (let unit = 0; unit < chars.length; unit += 1) columns.push(column);
    text += chars;
  }
  return { text, columns };
}
