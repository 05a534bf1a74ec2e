import { programName } from './commands/program-name.ts';
import { asksServer } from './commands/network-reads.ts';
import { clearsSources } from './commands/cleared-folders.ts';
import { asksAboutItself } from './commands/asks-about-itself.ts';
import { beyondPrefix } from './commands/beyond-prefix.ts';
import { isQuietContainerCommand } from './commands/container-read-only.ts';
import { isQuietPrint, mayAssign, setsOrdinary, setsReporting } from './commands/quiet-builtins.ts';
import { FILE_COMMANDS } from './commands/file-commands.ts';
import { pathsByRole } from './commands/file-roles.ts';
import { quietFind } from './commands/find.ts';
import { quietGit } from './git/git-read-only.ts';
import { shownByGit, shownPaths } from './git/shown-by-git.ts';
import { FINAL, UNLISTED } from './commands/forms/form.ts';
import { prefixPaths } from './commands/prefix-use.ts';
import { COMMANDS_READING_AT_TIMES, READ_ONLY_COMMANDS } from './commands/read-only.ts';
import { withDash } from './commands/read-only/archives.ts';
import { READ_ONLY_SUBCOMMANDS } from './commands/read-only/reading-forms.ts';
import { TASK_RUNNERS } from './commands/program-names.ts';
import { wholeFolders } from './commands/whole-folders.ts';
import { quietTest } from './commands/test-expression.ts';
import { gitBehindRtk } from './commands/uses-git.ts';
import { gitFolder, UNCLEAR } from './follow-cd.ts';
import { discardsPaths } from './git/discarded-paths.ts';
import { gitLook, gitProblem } from './git/git-repository.ts';
import { obeysProject } from './obeyed-files.ts';
import { movesToOther } from './moves-to-other.ts';
import { type OptionSpec, type PathUse } from './option-spec.ts';
import { readUse } from './platform-reading.ts';
import { isRunner } from './runners.ts';
import { GlobSight } from './glob-sight.ts';
import { namesShown } from './commands/read-only/searching.ts';
import type { EffectsContext } from './effects-context.ts';
import { literalWord, type Word } from './parse/word.ts';

export interface CommandEffects {
  readonly readOnly: boolean;
  readonly fileCommand: boolean;
  readonly networkRead: boolean;
  readonly beyondPrefix: readonly string[];
  readonly irreversible: boolean;
  readonly paths: readonly PathUse[];
  /** The program is in none of the tables. */
  readonly unknownProgram: boolean;
}

/** `curl -o -`, `wget -O -`: a file of that name is their output, but a folder isn't. */
function withoutDash(program: string, words: readonly Word[], uses: readonly PathUse[]): readonly PathUse[] {
  const isFetch = program === 'curl' || program === 'wget';
  if (!isFetch || words.some(({ value }) => /^-\w*P|^--(?:directory-prefix|output-dir)/u.test(value ?? ''))) return uses;
  return uses.filter(({ access, value }) => access !== 'write' || value !== '-');
}

/** The effects of one simple command, from its program and options. Words start with the program. */
export function commandEffects(words: readonly Word[], context: EffectsContext): CommandEffects {
  const name = words[0]?.value ?? '';
  const program = programName(name);
  const rest = words.slice(1);
  const beyond = beyondPrefix(program, rest);
  const discards = (program === 'git' && discardsPaths(rest, context)) || clearsSources(program, rest, context);
  const base = {
    beyondPrefix: discards ? [FINAL, ...beyond.reasons.filter((reason) => reason !== FINAL)] : beyond.reasons,
    irreversible: beyond.irreversible || discards,
  };
  const globs = sight(context);
  const blanksMatter = !WORD_COUNT_IS_NOTHING.has(program);
  const isSteady = rest.every((word) => (!word.mayMatch && !(word.mayResplit && blanksMatter)) || globs.isSteady(word, blanksMatter));
  const quiet = name === program && isSteady ? readOnlyPaths(program, rest, context) : undefined;
  // Deny and ask rules search its words for the git command.
  if (quiet !== undefined)
    return { ...base, readOnly: true, fileCommand: false, networkRead: false, paths: quiet, unknownProgram: program === 'rtk' };
  const file = FILE_COMMANDS.get(program);
  const plain = file !== undefined && name === program && !rest.some((word) => word.expands);
  const use = plain ? readUse(rest, file, sight(context)) : undefined;
  if (use !== undefined) {
    const paths = program === 'sed' ? (pathsByRole(program, rest) ?? []) : use.paths;
    return { ...base, readOnly: false, fileCommand: true, networkRead: false, paths, unknownProgram: false };
  }
  const listed = prefixPaths(program, rest, sight(context));
  const reasons = [
    ...base.beyondPrefix,
    ...(listed?.understood === false ? [UNLISTED] : []),
    ...(program === 'printf' && rest.length > 0 && mayAssign(rest) ? ['it may give a variable a value'] : []),
    ...(program === 'git' && movesToOther(rest, context)
      ? ['it runs git in another repository, whose configuration and hooks it would use']
      : []),
  ];
  const roles = pathsByRole(program, rest);
  const known = listed === undefined ? roles : distinct([...listed.paths, ...(roles ?? [])]);
  const unknownProgram = roles === undefined && !isRunner(program);
  const paths = [
    ...withoutDash(program, rest, known ?? []),
    ...mentions(program, rest),
    ...shownByGit(program, rest, context.dir),
    ...wholeFolders(program, rest),
  ];
  if (unknownProgram && !namesNoFiles(program)) paths.push(...anyFile(rest));
  const networkRead = name === program && asksServer(program, rest, context, sight(context));
  return { ...base, beyondPrefix: reasons, readOnly: false, fileCommand: false, networkRead, paths, unknownProgram };
}

/** What it reads, if that is all it does. `rest`: the words after the program. */
export function readOnlyPaths(program: string, rest: readonly Word[], context: EffectsContext): readonly PathUse[] | undefined {
  if (obeysProject(program, rest[0]?.value, context)) return undefined;
  if (asksAboutItself(program, rest)) return [];
  const verb = READ_ONLY_SUBCOMMANDS.get(program)?.get(rest[0]?.value ?? '');
  if (verb !== undefined) return verbPaths(program, rest, verb, context);
  if (program === 'rtk') {
    const git = gitBehindRtk(rest);
    return git === undefined ? undefined : gitPaths(git, context);
  }
  // On a terminal it would wait for input.
  if (program === 'read') return context.piped && setsOrdinary(rest, sight(context)) ? [] : undefined;
  if (program === 'set') return setsReporting(rest) ? [] : undefined;
  const spec = READ_ONLY_COMMANDS.get(program) ?? COMMANDS_READING_AT_TIMES.get(program);
  if (spec === undefined) return undefined;
  switch (program) {
    case 'find':
      return quietFind(rest, ([first, ...words]) =>
        first === undefined || /^(?:find|for|\[\[)$/u.test(first.value ?? '')
          ? undefined
          : readOnlyPaths(first.value ?? '', words, context),
      );
    case 'test':
    case '[':
    case '[[':
      return quietTest(rest, program !== '[[');
    case 'echo':
    case 'printf':
      return isQuietPrint(program, rest) ? rest.filter((word) => word.glob).map((word) => pathUse(word, 'list')) : undefined;
    case 'for':
      // What is known only at run time counts where the loop uses it.
      return isQuietPrint(program, rest)
        ? rest.filter((word) => word.glob || word.value !== null).map((word) => pathUse(word, word.glob ? 'list' : 'mention'))
        : undefined;
    case 'docker':
    case 'podman':
      return isQuietContainerCommand(rest, sight(context)) ? [] : undefined;
    case 'git':
      return gitPaths(rest, context);
    case 'unzip':
    case 'zipinfo':
      return readUse(rest, spec, sight(context))
        ?.operands.slice(0, 1)
        .map((archive) => pathUse(archive, 'read'));
    case 'tar':
      return specPaths(withDash(rest), spec, context);
    case 'cd':
      return enteredFolder(rest, spec, context);
    default:
      return specPaths(rest, spec, context);
  }
}

function verbPaths(program: string, rest: readonly Word[], verb: OptionSpec, context: EffectsContext): readonly PathUse[] | undefined {
  // It runs git to find the age of the code.
  const asksGit = program === 'go' && rest[0]?.value === 'list';
  if (asksGit && (context.uncertain || gitProblem(context.dir, context.projectDir, 'workTree') !== undefined)) return undefined;
  return specPaths(rest.slice(1), verb, context);
}

function specPaths(rest: readonly Word[], spec: OptionSpec, context: EffectsContext): readonly PathUse[] | undefined {
  const use = readUse(rest, spec, sight(context));
  if (use === undefined) return undefined;
  const hidden = ['-u', '--hidden', '-.', '--unrestricted', '--no-ignore', '--no-ignore-vcs'].some((flag) => use.flags.has(flag));
  const skipsHidden = spec.defaultsToHere === 'recursive' && !hidden;
  const shows = skipsHidden ? namesShown(use, rest) : [];
  const filter = spec.filter?.(rest, use);
  const paths = skipsHidden ? use.paths.map((one) => ({ ...one, skipsHidden, shows })) : use.paths.map((one) => ({ ...one, ...filter }));
  const named = use.paths.some((one) => one.via === 'operand');
  const recursive = spec.defaultsToHere === 'recursive' || (spec.recursiveOptions ?? []).some((flag) => use.flags.has(flag));
  // A recursive search ignores its input.
  const readsPipe = context.piped && spec.defaultsToHere === 'recursive';
  if (named || !(spec.defaultsToHere === 'list' || (recursive && !readsPipe))) return paths;
  const followsLinks = spec.followsLinks?.(use.flags) === true;
  const access = spec.defaultsToHere === 'list' ? 'list' : 'read';
  const here = { ...pathUse(literalWord('.'), access), recursive, skipsHidden, shows, ...filter, ...(followsLinks && { followsLinks }) };
  return [...paths, here];
}

function enteredFolder(rest: readonly Word[], spec: OptionSpec, context: EffectsContext): readonly PathUse[] | undefined {
  const use = readUse(rest, spec, sight(context));
  const target = use?.operands[0];
  if (target === undefined || target.value === null) return undefined;
  return [pathUse(target, 'enter')];
}

function gitPaths(rest: readonly Word[], context: EffectsContext): readonly PathUse[] | undefined {
  const git = quietGit(rest, sight(context));
  if (git === undefined || context.uncertain) return undefined;
  const starts = [context.dir, ...context.others.map(({ dir }) => dir)];
  const ends = starts.map((start) => gitFolder(start, git.folders));
  const looks =
    git.subcommand === 'version' ? [] : ends.map((dir) => (dir === undefined ? UNCLEAR : gitLook(dir, context.projectDir, git.reach)));
  if (looks.some(({ problem }) => problem !== undefined)) return undefined;
  const elsewhere = looks.flatMap((look) => (look.problem === undefined ? look.elsewhere : []));
  const access = git.showsContent ? 'read' : 'list';
  const further = elsewhere.map((folder) => ({ ...pathUse(literalWord(folder), access), recursive: git.showsContent }));
  const from = context.others.length === 0 ? context.dir : undefined;
  if (git.showsContent) return [...ends.flatMap((dir) => shownPaths(git, dir ?? context.dir, from)), ...further];
  return [...git.use.operands.map((word) => pathUse(word, 'list')), ...further];
}

/** The number of their words only changes what they print. */
const WORD_COUNT_IS_NOTHING: ReadonlySet<string> = new Set(['echo', 'printf', 'for', '[[', ':', 'true', 'false']);

/** Their words are tasks, variables, processes and numbers. */
const NAMES_NO_FILES: ReadonlySet<string> = new Set([
  ...TASK_RUNNERS,
  ...'kill wait return exit shift break continue export declare typeset local readonly unset read let set disown ulimit umask'.split(' '),
]);

function namesNoFiles(program: string): boolean {
  const operands = READ_ONLY_COMMANDS.get(program)?.operands;
  return NAMES_NO_FILES.has(program) || operands === 'text' || operands === 'none';
}

/** Removes duplicate uses of the same path. */
function distinct(uses: readonly PathUse[]): readonly PathUse[] {
  return uses.filter(
    (use, index) => index === uses.findIndex((one) => one.word === use.word && one.value === use.value && one.access === use.access),
  );
}

const sight = ({ dir, uncertain, others }: EffectsContext): GlobSight => new GlobSight(uncertain || others.length > 0 ? undefined : dir);

function pathUse(word: Word, access: PathUse['access']): PathUse {
  return { word, value: word.value, access, via: 'operand', recursive: false };
}

/** `HEAD:path`, partly known only at run time. */
const NAMED_IN_TREE = /^[^\s:]*:[^\s/]\S*$/u;

const MAX_MENTIONS = 200;

/** A word known only at run time, or with too many possible values to check, may be any file. */
function anyFile(rest: readonly Word[]): PathUse[] {
  const open =
    rest.slice(0, MAX_MENTIONS).find((word) => word.value === null && (!word.harmlessExpansion || word.mayBeOption)) ?? rest[MAX_MENTIONS];
  return open === undefined ? [] : [{ ...pathUse(open, 'mention'), value: null }];
}

/** Words of a command that may be paths: deny and ask rules for files check them, allow rules don't need to. */
function mentions(program: string, rest: readonly Word[]): PathUse[] {
  const named = program === 'curl' ? rest.slice(0, MAX_MENTIONS).flatMap(namedInCurl) : [];
  const mentioned = rest.slice(0, MAX_MENTIONS).flatMap((word): PathUse[] => {
    if (word.value === null) return program === 'git' && NAMED_IN_TREE.test(word.text) ? [pathUse(word, 'mention')] : [];
    const plain = word.value.replace(/^fileb?:\/\/(?:localhost)?/u, '').replace(/^@/u, '');
    const parts = /^[-+]/u.test(plain) ? givenTo(plain) : [/^[A-Za-z_]+=(.+)$/su.exec(plain)?.[1] ?? plain];
    const values = parts.flatMap((part): (string | null)[] => {
      // `-d@file`, and curl’s `name=@file;type=text/plain`.
      const value = part.replace(/^[@<]([^;]*).*$/su, '$1');
      if (value === '' || value.length > 1000 || value.includes('\n') || /^[a-z]+:\/\//u.test(value)) return [];
      return [value, ...piecesOf(value), ...placesIn(word.value ?? '')];
    });
    return [...new Set(values)].map((one) => ({ word, value: one, access: 'mention', via: 'operand', recursive: false }));
  });
  return [...mentioned, ...named];
}

/** What may be the value of an option in its own word: `--file=x`, `--file:x`, `-fx`, and behind joined letters (`-vfx.env`). */
function givenTo(option: string): string[] {
  const given = /^[-+][^=]*=(.+)$/su.exec(option)?.[1] ?? /^--[\w-]+:(.+)$/su.exec(option)?.[1];
  if (given !== undefined) return [given];
  const joined = /^[-+](\w{1,4})/u.exec(option)?.[1] ?? '';
  // Without one of these characters it is rather the name of an option, such as `-name`.
  return Array.from(joined, (_, at) => option.slice(at + 2)).filter((value, at) => value.length > 1 && (at === 0 || /[./~@]/u.test(value)));
}

/** curl finds file names inside words: `x@.env`, `a=@a.txt,.env`, `{.env,a.txt}`, `file:.env`, `%output{x}` (curl manual). */
function namedInCurl(word: Word): PathUse[] {
  const { value } = word;
  if (value === null || value.length > 1000 || !/[@<{]|^file:/u.test(value)) return [];
  const parts = value.replace(/^file:\/*(?:localhost)?/u, '@').split(/[@<{},;="']+/u);
  return parts
    .slice(1)
    .filter(Boolean)
    .map((part) => ({ ...pathUse(word, 'mention'), value: part }));
}

/** A word of more parts may name any file. */
const MAX_PIECES = 100;

/** What may be a file in a word of several parts: `a=@file`, `image:file`, and `file#label` of gh. Of text with blanks, its first and last part. */
function piecesOf(value: string): (string | null)[] {
  const all = value.split(/[:=,#]/u).map((piece) => piece.replace(/^[@<]/u, ''));
  if (all.length > MAX_PIECES && !/\s/u.test(value)) return [null];
  const pieces = /\s/u.test(value) ? [all[0] ?? '', all.at(-1) ?? ''] : all;
  return pieces.filter((piece) => piece !== '' && piece !== value);
}

/** Parts of a word that are paths themselves: `--volume=a:/etc`, `x,file=../y`. */
function placesIn(text: string): string[] {
  if (/^[a-z][\w+.-]*:\/\//iu.test(text)) return [];
  return text
    .split(/[=:,@<>]/u)
    .slice(1)
    .filter((piece) => /^(?:\/|~|\.\.(?:\/|$))/u.test(piece) && !piece.startsWith('//'));
}
