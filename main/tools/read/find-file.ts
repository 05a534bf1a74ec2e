import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { statOrUndefined } from '../file-access.ts';

/**
 * The file that was meant, when only the kind of space differs: macOS puts a narrow no-break space before AM and PM in the names
 * of screenshots. `undefined` when nothing is there.
 */
export async function findFile(file: string): Promise<string | undefined> {
  const name = path.basename(file);
  const variants = [name, name.replace(/ (?=[AP]M\b)/g, '\u202f'), name.replaceAll('\u202f', ' ')];
  for (const variant of new Set(variants)) {
    const candidate = path.join(path.dirname(file), variant);
    if ((await statOrUndefined(candidate)) !== undefined) return candidate;
  }
  return undefined;
}

/** What to say when a file isn't there; names one beside it that differs only in its extension. */
export async function missingFileMessage(file: string, cwd: string): Promise<string> {
  const note = `File does not exist. Note: your current working directory is ${cwd}.`;
  const stem = path.parse(file).name;
  const neighbours: string[] = await readdir(path.dirname(file)).catch(() => []);
  const similar = neighbours.toSorted((a, b) => (a < b ? -1 : 1)).find((name) => path.parse(name).name === stem);
  return similar === undefined ? note : `${note} Did you mean ${similar}?`;
}
