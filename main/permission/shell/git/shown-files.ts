import { lstatSync } from 'node:fs';
import path from 'node:path';
import type { ParsedUse } from '../option-spec.ts';
import { literalWord, type Word } from '../parse/word.ts';
import { choosingOptions, commitsShown, type FromCommits } from './shown-commits.ts';

/** Which files a git command shows the content of. */
export interface ShownFiles {
  /** Only what these words name; absent: everything. */
  readonly named?: { readonly words: readonly Word[]; readonly recursive: boolean };
  /** Only files in the index or in these commits; otherwise any that the repository ever had. */
  readonly from: 'index' | 'any' | FromCommits;
}

export interface ShowingCommand {
  readonly subcommand: string;
  readonly use: ParsedUse;
  /** The words after the sub-command. */
  readonly words: readonly Word[];
  /** Where it runs, and the top of its work tree. */
  readonly dir: string;
  readonly root: string;
}

const ANY: ShownFiles = { from: 'any' };
const TRACKED: ShownFiles = { from: 'index' };

/** Options that make it show other files than those named. */
const WIDENS =
  '--follow --full-diff -C --find-copies --find-copies-harder --pickaxe-all --submodule --stdin --untracked --no-exclude-standard --recurse-submodules --icase-pathspecs'.split(
    ' ',
  );

/** With these, `git diff` compares commits, or the index with one. */
const WITH_COMMIT = ['--cached', '--staged', '--merge-base', '--base', '--ours', '--theirs'];

/** What can name content besides a commit: `HEAD:file`, a hash, `@{…}` and `^{…}` with text. */
const MAY_NAME_CONTENT = /:|^[0-9a-f]{4,64}$|\{(?!\d+\})/iu;

/** Only for commands that show content. Unsure means everything. */
export function shownFiles(command: ShowingCommand): ShownFiles {
  const { subcommand, use } = command;
  if (WIDENS.some((flag) => use.flags.has(flag)) || [...use.values.values()].flat().includes('--')) return ANY;
  switch (subcommand) {
    case 'blame':
    case 'annotate':
      return use.flags.has('--reverse') ? ANY : named(pathsOf(command, 0) ?? use.operands, false, ANY);
    case 'show':
      // `git show HEAD:a.ts --all` shows commits as well.
      return (choosingOptions(use).length === 0 ? inCommits(use.operands, command) : undefined) ?? afterCommits(command, ANY);
    case 'log':
    case 'whatchanged':
      return use.flags.has('-L') ? ANY : afterCommits(command, ANY);
    case 'diff':
      return afterCommits(command, WITH_COMMIT.some((flag) => use.flags.has(flag)) ? ANY : TRACKED);
    case 'diff-files':
      return afterCommits(command, TRACKED);
    case 'stash':
      return stashed(command);
    case 'grep':
      return afterCommits(command, TRACKED, use.flags.has('-e') ? 0 : 1);
    default:
      return ANY;
  }
}

/** Another word is a commit, even where there is a file of that name. */
function stashed(command: ShowingCommand): ShownFiles {
  const [verb, ...others] = command.use.operands;
  const isNewest = verb?.value === 'show' && others.length === 0;
  return { from: (isNewest ? commitsShown({ ...command, commits: [] }) : undefined) ?? 'any' };
}

/** `bare`: what it shows where it names no commit. `texts`: how many operands come before commits and paths. */
function afterCommits(command: ShowingCommand, bare: ShownFiles, texts = 0): ShownFiles {
  const { use } = command;
  const paths = pathsOf(command, texts);
  const commits = use.operands.slice(texts).filter((word) => paths?.includes(word) !== true);
  const known = commitsShown({ ...command, commits });
  if (known !== undefined) return paths === undefined ? { from: known } : named(paths, true, { from: known });
  if (commits.some(({ value, glob }) => glob || value === null || MAY_NAME_CONTENT.test(value))) return ANY;
  const from = commits.length === 0 ? bare : ANY;
  return paths === undefined ? from : named(paths, true, from);
}

/**
 * The words that are paths: those after `--`, otherwise those that exist. Git refuses to guess where a word could be a commit too.
 * Undefined without any.
 */
function pathsOf({ use, words, dir }: ShowingCommand, texts: number): readonly Word[] | undefined {
  const dashes = words.findIndex(({ value }) => value === '--');
  const found = dashes < 0 ? use.operands.slice(texts).filter((word) => exists(word, dir)) : words.slice(dashes + 1);
  return found.length > 0 ? found : undefined;
}

/** Without a work tree git would not notice that there is a file of that name. */
const ALWAYS_COMMIT = /^(?:@|[A-Z_]*HEAD)(?:$|[~^@])/u;

function exists({ value }: Word, dir: string): boolean {
  try {
    return value !== null && !ALWAYS_COMMIT.test(value) && lstatSync(path.resolve(dir, value), { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Unsure: then it isn't taken for a path.
    return false;
  }
}

/** Patterns and pathspecs with magic may match other files than it seems. */
function named(words: readonly Word[], recursive: boolean, { from }: ShownFiles): ShownFiles {
  const isPlain = words.every(({ value, glob, expands }) => value !== null && !glob && !expands && !/^$|^:|[*?[\\]/u.test(value));
  return words.length > 0 && isPlain ? { named: { words, recursive }, from } : ANY;
}

/** `git show HEAD:src/a.ts`: each operand is a file of a commit or of the index, from the top of the work tree unless it starts with a dot. */
function inCommits(operands: readonly Word[], { dir, root }: ShowingCommand): ShownFiles | undefined {
  const files = operands.map(({ value, glob }) => (glob ? undefined : FILE_OF_COMMIT.exec(value ?? '')?.[1]));
  if (files.length === 0 || files.includes(undefined)) return undefined;
  return named(
    files.map((file = '') => literalWord(path.resolve(/^\.\.?(?:\/|$)/u.test(file) ? dir : root, file))),
    false,
    ANY,
  );
}

/** Without a commit, other characters after the colon are magic of a pathspec (`:(top)`, `:!x`). */
const FILE_OF_COMMIT = /^(?:[\w./@~^-]|@\{\d+\})*:(?:[0-3]:)?([\w.][^:]*)$/u;
