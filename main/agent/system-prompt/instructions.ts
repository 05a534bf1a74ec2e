import { dirname, isAbsolute, join, parse, resolve } from 'node:path';
import { linkStatOf, realPath, statOf } from '#main/settings/real-path.ts';
import type { InstructionExcludes } from '#main/settings/loaded-settings.ts';
import { findGitFolder } from '#main/settings/git-folder.ts';
import { readBounded } from '#main/tool/read-bounded.ts';
import { matchesPatterns } from '#main/tool/matches-patterns.ts';
import { isInside } from '#main/tool/is-inside.ts';
import { readRule, ruleFiles, type RuleText } from '../instructions/rule-files.ts';
import { type ImportPolicy, mayImport, NO_IMPORTS } from './outside-import.ts';

const MAX_FILE_BYTES = 1024 * 1024;
/** Longer files are truncated with a note: they would fill the model's context window. */
const MAX_FILE_CHARS = 60_000;
const MAX_ALL_CHARS = 240_000;
/** The same import depth as Claude Code. */
const MAX_IMPORT_DEPTH = 5;
const MAX_IMPORTS = 200;
const NO_EXCLUDES: InstructionExcludes = { user: [], repository: [] };

/** One instruction file as shown to the model. */
export interface InstructionFile {
  /** Resolved, absolute. */
  readonly path: string;
  /** From the user or an administrator. Files in or above the project count only once the folder is trusted. */
  readonly trusted: boolean;
  readonly text: string;
  /** Why the content is omitted; `text` then says the same. */
  readonly leftOut?: string;
}

export interface InstructionOptions {
  readonly cwd: string;
  readonly projectDir: string;
  readonly homeDir: string;
  /** `~/.claude` or `CLAUDE_CONFIG_DIR`. */
  readonly userDir: string;
  readonly managedDir: string | null;
  readonly trusted: boolean;
  /** `false` for a file that a Read rule denies; it is left out. */
  readonly mayRead?: ((path: string) => boolean) | undefined;
  /** Files that are left out, unless they are managed. */
  readonly excludes?: InstructionExcludes | undefined;
  /** Which files outside the repository its files may include. Default: none. */
  readonly imports?: ImportPolicy | undefined;
}

/**
 * Instruction files that apply to a folder, most general first: managed, the user's, then from the file system root down to `cwd`. An
 * imported file precedes the file that imports it. Never throws; unreadable files are left out, and a file that is too large is replaced
 * by a note.
 */
export function readInstructions(options: InstructionOptions): InstructionFile[] {
  const reader = new InstructionReader(options);
  if (options.managedDir !== null) reader.add(join(options.managedDir, 'CLAUDE.md'), 'managed');
  reader.add(join(options.userDir, 'CLAUDE.md'), 'own');
  reader.addRules(join(options.userDir, 'rules'), 'own', isForAllFiles);
  for (const folder of foldersDownTo(realPath(options.cwd))) reader.addFolder(folder, isForAllFiles);
  return reader.files;
}

function isForAllFiles({ paths }: RuleText): boolean {
  return paths === undefined;
}

/**
 * Instruction files that apply to a file as well, besides those of `readInstructions`: those of the folders between `cwd` and the file, and
 * rules whose patterns match it.
 * @param file real, absolute.
 */
export function instructionsForFile(file: string, options: InstructionOptions): InstructionFile[] {
  const cwd = realPath(options.cwd);
  if (!isInside(file, cwd)) return [];
  const reader = new InstructionReader(options);
  const matches =
    (base: string) =>
    ({ paths }: RuleText): boolean =>
      paths !== undefined && matchesPatterns(paths, base, file);
  const userRules = join(options.userDir, 'rules');
  reader.addRules(userRules, 'own', matches(cwd));
  for (const folder of foldersDownTo(dirname(file))) {
    const below = folder !== cwd && isInside(folder, cwd);
    if (below) reader.addFolder(folder, (rule) => isForAllFiles(rule) || matches(folder)(rule));
    // Above, its other files are part of the system prompt.
    else if (reader.isInRepository(folder)) reader.addRules(join(folder, '.claude', 'rules'), 'found', matches(folder));
  }
  return reader.files;
}

/** `managed`: from an administrator. `own`: from the user. `above`: a user's file in a folder above the project. `found`: in the project. */
type Origin = 'managed' | 'own' | 'above' | 'found';

interface AddOptions {
  /** How many imports led to it. */
  readonly depth?: number;
  /** It is a rule file, which is added only if so. */
  readonly wanted?: (rule: RuleText) => boolean;
  /** The file that includes it; by default itself, if it is a link. */
  readonly importer?: string;
}

class InstructionReader {
  readonly files: InstructionFile[] = [];
  readonly #options: InstructionOptions;
  readonly #repositoryRoot: string;
  readonly #seen = new Set<string>();
  #left = MAX_ALL_CHARS;
  #importsLeft = MAX_IMPORTS;

  constructor(options: InstructionOptions) {
    this.#options = options;
    this.#repositoryRoot = realPath(findGitFolder(options.projectDir)?.root ?? options.projectDir);
  }

  isInRepository(folder: string): boolean {
    return isInside(folder, this.#repositoryRoot);
  }

  /** The instruction files of one folder. */
  addFolder(folder: string, wanted: (rule: RuleText) => boolean): void {
    // Folders above the project may be writable by other users, such as /tmp.
    const foreign = !this.isInRepository(folder);
    const add = (name: string): boolean => {
      const path = join(folder, name);
      return foreign ? isUsersFile(path) && this.add(path, 'above') : this.add(path, 'found');
    };
    const hasClaude = [add('CLAUDE.md'), add(join('.claude', 'CLAUDE.md'))].includes(true);
    if (!hasClaude) add('AGENTS.md');
    add('CLAUDE.local.md');
    const rules = join(folder, '.claude', 'rules');
    // `~/.claude/rules` are the user's wherever the project is.
    if (!foreign && realPath(rules) !== realPath(join(this.#options.userDir, 'rules'))) this.addRules(rules, 'found', wanted);
  }

  /** The rule files of a folder that are wanted. */
  addRules(folder: string, origin: Origin, wanted: (rule: RuleText) => boolean): void {
    for (const file of ruleFiles(folder)) this.add(file, origin, { wanted });
  }

  /** Returns whether the file exists, including one that was already read. */
  add(path: string, origin: Origin, { depth = 0, wanted, importer = path }: AddOptions = {}): boolean {
    const real = realPath(path);
    if (this.#seen.has(real)) return true;
    // It still takes the place of another file of its folder.
    if (this.#isExcluded(path, origin) || this.#isExcluded(real, origin)) return statOf(real)?.isFile() === true;
    if (origin === 'found' && !this.#mayFollow(real, importer)) return false;
    if (this.#options.mayRead && !(this.#options.mayRead(path) && this.#options.mayRead(real))) return false;
    const read = readBounded(real, MAX_FILE_BYTES);
    if (read.kind === 'unreadable' && read.tooLarge === true) {
      this.#seen.add(real);
      this.#leaveOut(real, origin, read.reason);
      return true;
    }
    if (read.kind !== 'text' || read.text.includes('\0')) return false;
    const rule: RuleText = wanted ? readRule(read.text) : { text: read.text };
    if (wanted && !wanted(rule)) return false;
    this.#seen.add(real);
    if (depth < MAX_IMPORT_DEPTH) {
      const importOrigin = origin === 'above' ? 'found' : origin;
      for (const target of findImports(rule.text.slice(0, MAX_FILE_CHARS), dirname(real), this.#options.homeDir)) {
        if (this.#importsLeft-- > 0) this.add(target, importOrigin, { depth: depth + 1, importer: real });
      }
    }
    const text = this.#bounded(rule.text.trim());
    if (text !== '') this.files.push({ path: real, trusted: this.#isTrusted(origin), text });
    return true;
  }

  #leaveOut(path: string, origin: Origin, why: string): void {
    const text = `[Nothing of this file is shown. ${why} Whatever it asks for is not known here; it can be read in parts.]`;
    this.files.push({ path, trusted: this.#isTrusted(origin), text, leftOut: why });
  }

  #isTrusted(origin: Origin): boolean {
    return origin === 'managed' || origin === 'own' || this.#options.trusted;
  }

  #isExcluded(path: string, origin: Origin): boolean {
    const { user, repository } = this.#options.excludes ?? NO_EXCLUDES;
    const patterns = origin === 'managed' ? [] : origin === 'found' ? [...user, ...repository] : user;
    return patterns.length > 0 && matchesPatterns(patterns, parse(path).root, path);
  }

  /** A repository's files must not pull the user's other files into the conversation: links and imports have to stay inside it. */
  #mayFollow(real: string, importer: string): boolean {
    if (isInside(real, this.#repositoryRoot)) return true;
    return this.#options.trusted && mayImport({ importer, target: real }, this.#options.imports ?? NO_IMPORTS);
  }

  #bounded(text: string): string {
    const limit = Math.min(MAX_FILE_CHARS, this.#left);
    const kept =
      text.length > limit ? `${text.slice(0, limit)}\n[Cut here: the file has ${text.length} characters, ${limit} are shown.]` : text;
    this.#left = Math.max(0, this.#left - text.length);
    return kept;
  }
}

function foldersDownTo(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [...foldersDownTo(parent), folder];
}

/** Owned by this user or root. Windows has no user ids; there, folders above a project aren't shared. */
function isUsersFile(path: string): boolean {
  const uid = process.getuid?.();
  return [linkStatOf, statOf].every((read) => {
    const stat = read(path);
    return stat !== undefined && (uid === undefined || stat.uid === uid || stat.uid === 0);
  });
}

/**
 * Absolute paths that an instruction file imports as `@path`, in order. Code spans and blocks are skipped: there an `@` is a decorator,
 * a package or an address.
 */
export function findImports(text: string, folder: string, homeDir: string): string[] {
  const targets: string[] = [];
  for (const line of linesOutsideFences(text)) {
    for (const match of withoutCodeSpans(line).matchAll(/(?:^|\s)@((?:\\ |[^\s\\])+)/g)) {
      const path = (match[1] ?? '').replaceAll('\\ ', ' ').replace(/[.,;:!?)]+$/, '');
      if (path !== '') targets.push(resolveImport(path, folder, homeDir));
    }
  }
  return [...new Set(targets)];
}

function linesOutsideFences(text: string): string[] {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of text.split('\n')) {
    const marker = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined && marker === undefined) lines.push(line);
    else if (fence === undefined) fence = marker;
    else if (marker?.startsWith(fence) && line.trim() === marker) fence = undefined;
  }
  return lines;
}

/** A code span ends at the next run of the same number of backticks. Runs in linear time. */
function withoutCodeSpans(line: string): string {
  const runs = [...line.matchAll(/`+/g)];
  const nextOfLength = new Map<number, number>();
  const closer = runs.map(() => -1);
  for (let index = runs.length - 1; index >= 0; index--) {
    const length = runs[index]?.[0].length ?? 0;
    closer[index] = nextOfLength.get(length) ?? -1;
    nextOfLength.set(length, index);
  }
  let prose = '';
  let from = 0;
  for (let index = 0; index < runs.length; index++) {
    const end = runs[closer[index] ?? -1];
    if (!end) continue;
    prose += `${line.slice(from, runs[index]?.index)} `;
    from = end.index + end[0].length;
    index = closer[index] ?? index;
  }
  return prose + line.slice(from);
}

function resolveImport(path: string, folder: string, homeDir: string): string {
  if (path.startsWith('~/')) return join(homeDir, path.slice(2));
  return isAbsolute(path) ? path : resolve(folder, path);
}
