import path from 'node:path';
import { parseJson } from '#shared/json-limits.ts';
import { isInside } from '#main/tool/is-inside.ts';
import { readBounded } from '#main/tool/read-bounded.ts';

/** Folders of version managers, whose programs look for files in the working directory to choose what they run (their manuals). */
const SHIMS = /[\\/](?:shims|\.volta[\\/]bin|aquaproj-aqua[\\/]bin|\.proto[\\/]bin)$/u;

const MAX_BYTES = 64 * 1024;
const MAX_FOLDERS = 40;

/** A version, an alias or a range, which chooses among what is installed. Paths, git references, commands and templates are more. */
const PLAIN = /^(?:lts\/)?[\w+*^~@.-]+$/u;
const plainWords = (line: string): boolean => line.split(/\s+/u).every((word) => PLAIN.test(word) && !word.includes('..'));

const isPlainList = (text: string): boolean =>
  text
    .split('\n')
    .map((line) => line.replace(/#.*$/u, '').trim())
    .every((line) => line === '' || plainWords(line));

/** Only `[tools]` with plain versions, and tasks, which nothing runs but `mise run`. */
function isPlainToml(text: string): boolean {
  let section = '';
  return text.split('\n').every((written) => {
    const line = written.trim();
    if (line === '' || line.startsWith('#')) return true;
    const header = /^\[([\w.:"'-]+)\]$/u.exec(line)?.[1];
    if (header !== undefined) {
      section = header;
      return section === 'tools' || section === 'tasks' || section.startsWith('tasks.');
    }
    if (section.startsWith('tasks')) return !line.includes('{{') && !line.startsWith('[');
    return section === 'tools' && /^["']?[\w@-]+["']?\s*=\s*(?:"[\w+*^~.-]+"|'[\w+*^~.-]+'|\d[\d.]*)$/u.test(line) && !line.includes('..');
  });
}

const nothing = (): boolean => false;

/** Without a section for Volta, which fetches what is pinned there and follows `extends` to another file (Volta's manual). */
function isWithoutVolta(text: string): boolean {
  try {
    const read = parseJson(text);
    return typeof read === 'object' && read !== null && !('volta' in read);
  } catch {
    // Volta may read it otherwise.
    return false;
  }
}

/** Other version managers don't read it. */
const VOLTA_BIN = /[\\/]\.volta[\\/]bin$/u;
const PACKAGE_FILE = 'package.json';

/** What they look for in the working directory and the folders above it. */
const FILES: readonly (readonly [name: string, isPlain: (text: string) => boolean])[] = [
  ...['.tool-versions', '.python-version', '.ruby-version', '.node-version', '.nvmrc', '.go-version', '.java-version'].map(
    (name) => [name, isPlainList] as const,
  ),
  ...[
    'mise.toml',
    '.mise.toml',
    'mise.local.toml',
    '.mise.local.toml',
    ...['.mise/config', 'mise/config', '.config/mise', '.config/mise/config', '.config/mise/mise'].flatMap((file) => [
      `${file}.toml`,
      `${file}.local.toml`,
    ]),
  ].map((name) => [name, isPlainToml] as const),
  ...['.rtx.toml', '.rtx.local.toml', '.miserc.toml', '.config/miserc.toml', '.config/mise/conf.d', '.volta/hooks.json'].map(
    (name) => [name, nothing] as const,
  ),
  [PACKAGE_FILE, isWithoutVolta],
  ...['.prototools', 'aqua.yaml', 'aqua.yml', '.aqua.yaml', 'vfox.toml', '.vfox.toml'].map((name) => [name, nothing] as const),
];

/** Whether a program in this folder runs what files in the working directories name. */
export function isChosenByFiles(programFolder: string, dir: string, workingDirs: readonly string[]): boolean {
  const folder = programFolder.replace(/[\\/]+$/u, '');
  return SHIMS.test(folder) && someFile(dir, workingDirs, (name) => name !== PACKAGE_FILE || VOLTA_BIN.test(folder));
}

/** Whether files in the working directories name more than versions to version managers. */
export function filesChoosePrograms(dir: string, workingDirs: readonly string[]): boolean {
  return someFile(dir, workingDirs, () => true);
}

function someFile(dir: string, workingDirs: readonly string[], isRead: (name: string) => boolean): boolean {
  let folder = dir;
  for (let depth = 0; depth < MAX_FOLDERS && workingDirs.some((own) => isInside(folder, own)); depth++) {
    if (FILES.some(([name, isPlain]) => isRead(name) && namesMore(path.join(folder, name), isPlain))) return true;
    folder = path.dirname(folder);
  }
  return false;
}

function namesMore(file: string, isPlain: (text: string) => boolean): boolean {
  const read = readBounded(file, MAX_BYTES);
  return read.kind === 'unreadable' || (read.kind === 'text' && !isPlain(read.text));
}
