import { unpackedHere } from '../commands/unpacked-files.ts';
import type { PathUse } from '../option-spec.ts';
import { literalWord, type Word } from '../parse/word.ts';
import { gitOutputs } from './git-outputs.ts';
import { GIT_VALUED } from './git-verb.ts';

/** Sub-commands of git that change the files they name. */
const GIT_WRITERS = new Set([
  'worktree',
  'submodule',
  'checkout-index',
  'update-index',
  'clone',
  'bundle',
  'init',
  'archive',
  'format-patch',
  'checkout',
  'restore',
  'rm',
  'mv',
  'clean',
  'apply',
  'stash',
  'reset',
  'switch',
]);

/** Those that do it to everything in a folder they name. */
const TAKES_FOLDERS = new Set(['rm', 'mv']);

/** Those that change each file that a pattern among their words selects. */
const TAKES_PATTERNS = new Set(['rm', 'checkout', 'restore']);

/** It selects files in any folder, or starts at the top of the repository. */
const PATHSPEC = /[*?[]|^:/u;

function everythingHere(word: Word): PathUse {
  return { word, value: '.', access: 'write', via: 'operand', recursive: true };
}

/** Sub-commands of git whose `-m` takes a text. */
const GIT_WITH_MESSAGE = new Set(['commit', 'tag', 'merge', 'stash', 'notes']);

/** Words that are message text: `fix: a/b` in one names nothing in a tree. */
function gitMessages(words: readonly Word[], subcommand: string): ReadonlySet<Word> {
  const messages = new Set<Word>();
  if (!GIT_WITH_MESSAGE.has(subcommand)) return messages;
  for (let i = 0; i < words.length; i++) {
    const value = words[i]?.value;
    if (value === '--') break;
    if (!/^-[a-zA-Z]*m$|^--message$/u.test(value ?? '')) continue;
    const text = words[++i];
    if (text !== undefined) messages.add(text);
  }
  return messages;
}

/** Without another name, a clone is in a folder named like the end of its address (`git help clone`). */
export function clonedFolders(words: readonly Word[]): PathUse[] {
  return words.flatMap((word): PathUse[] => {
    const name = /([^/:]+?)(?:\/?\.git|\.bundle)?\/*$/u.exec(word.value ?? '')?.[1];
    return name === undefined || name === word.value ? [] : [{ word, value: name, access: 'write', via: 'operand', recursive: false }];
  });
}

/**
 * Output files and named files of git, and paths after `rev:`. Options before the sub-command may have git work in another folder; what the
 * words would mean without them counts as well.
 */
export function gitPaths(words: readonly Word[]): PathUse[] {
  const { folder, tree, rest } = afterGlobals(words);
  if (rest.length === words.length) return subcommandPaths(words);
  const uses = subcommandPaths(rest).map((use) => within(folder, use));
  return [...subcommandPaths(words), ...uses, ...tree.map((word) => within(folder, workTree(word, rest[0]?.value ?? '')))];
}

interface Globals {
  /** Values of `-C`, joined: null when one is only known at run time, undefined without any. */
  readonly folder: string | null | undefined;
  /** Values of `--work-tree`, as words of their own. */
  readonly tree: readonly Word[];
  /** The sub-command and what follows. */
  readonly rest: readonly Word[];
}

function afterGlobals(words: readonly Word[]): Globals {
  let folder: string | null | undefined;
  const tree: Word[] = [];
  let at = 0;
  for (; words[at]?.value?.startsWith('-') === true; at++) {
    const option = words[at]?.value ?? '';
    const joined = /^--work-tree=(.*)$/su.exec(option)?.[1];
    if (joined !== undefined) tree.push(literalWord(joined));
    if (!GIT_VALUED.has(option)) continue;
    const next = words[++at];
    if (option === '-C') folder = next?.value == null || folder === null ? null : inFolder(folder, next.value);
    if (option === '--work-tree' && next !== undefined) tree.push(next);
  }
  return { folder, tree, rest: words.slice(at) };
}

function workTree(word: Word, subcommand: string): PathUse {
  const access = GIT_WRITERS.has(subcommand) ? 'write' : 'mention';
  return { word, value: word.value, access, via: 'operand', recursive: access === 'write' };
}

function within(folder: string | null | undefined, use: PathUse): PathUse {
  if (folder === undefined || use.value === null || use.word.tilde) return use;
  return { ...use, value: folder === null ? null : inFolder(folder, use.value) };
}

function inFolder(folder: string | undefined, file: string): string {
  return folder === undefined || file.startsWith('/') ? file : `${folder}/${file}`;
}

function subcommandPaths(words: readonly Word[]): PathUse[] {
  const uses: PathUse[] = [];
  const plain = words.filter((word) => word.value === null || !word.value.startsWith('-'));
  const subcommand = plain[0]?.value ?? '';
  const access = GIT_WRITERS.has(subcommand) ? 'write' : 'mention';
  const has = (option: RegExp): boolean => words.some((word) => option.test(word.value ?? ''));
  words.forEach((word, index) => {
    const output = /^--outp?u?t?=(.*)$/su.exec(word.value ?? '')?.[1];
    if (output !== undefined) uses.push({ word, value: output, access: 'write', via: 'option', recursive: false });
    const previous = words[index - 1]?.value;
    if (previous === '--output' || (previous === '-o' && subcommand !== 'push'))
      uses.push({ word, value: word.value, access: 'write', via: 'option', recursive: false });
  });
  if ((subcommand === 'apply' && (has(/^--app/u) || !has(/^--(?:check|stat|numstat|summary)$/u))) || subcommand === 'am')
    uses.push(unpackedHere());
  if (subcommand === 'clone' || (subcommand === 'submodule' && plain[1]?.value === 'add')) uses.push(...clonedFolders(plain));
  uses.push(...gitOutputs(subcommand, words.slice(words.findIndex((word) => word === plain[0]) + 1)));
  const messages = gitMessages(words, subcommand);
  if (GIT_WRITERS.has(subcommand) && has(/^--paths/u)) uses.push(everythingHere(literalWord('.')));
  // Its content gets new names.
  if (subcommand === 'mv')
    for (const word of plain.slice(1, -1)) uses.push({ word, value: word.value, access: 'read', via: 'operand', recursive: true });
  for (const word of plain.slice(1)) {
    if (word.value === null || messages.has(word)) continue;
    if (TAKES_PATTERNS.has(subcommand) && PATHSPEC.test(word.value)) uses.push(everythingHere(word));
    uses.push({ word, value: word.value, access, via: 'operand', recursive: TAKES_FOLDERS.has(subcommand) });
    const inTree = /^[^:/]+:(?!\/\/)(.+)$/su.exec(word.value)?.[1];
    if (inTree !== undefined) uses.push({ word, value: inTree, access: 'read', via: 'operand', recursive: false });
  }
  return uses;
}
