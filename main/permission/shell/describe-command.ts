import { programName, withoutGnuPrefix } from './commands/program-name.ts';
import type { CommandFact, PathFact } from '#shared/permission/facts.ts';
import { makePathFact } from '../paths/make-path-fact.ts';
import { withNovelty } from '../paths/novelty.ts';
import { climbsBack } from '../paths/spelling.ts';
import { readingsWithoutOptions, withoutGitOptions } from './after-options.ts';
import { withCopies } from './copy-targets.ts';
import { commandEffects } from './command-effects.ts';
import { pushesToFolder } from './git/git-remotes.ts';
import { workingDirOnDisk } from './follow-cd.ts';
import { isHarmlessVariable, isOrdinaryVariable, namesNoFile } from './harmless-variables.ts';
import { hiddenRuns } from './hidden-runs.ts';
import { firstAction } from './commands/find.ts';
import { TASK_RUNNERS } from './commands/program-names.ts';
import { innerScripts } from './parse/inner-scripts.ts';
import { helpersOf } from './commands/uses-git.ts';
import { talksToNetwork } from './network-programs.ts';
import type { PathUse } from './option-spec.ts';
import { changesForText } from './other-shells.ts';
import type { RawCommand, RawRedirect, WorkingDir } from './parse/raw-command.ts';
import { readsStatements } from './commands/statements-from-input.ts';
import { type PackageScript, packageScript, shortened } from './package-script.ts';
import { isShadowed } from './shadowed-program.ts';
import type { ShellContext } from './shell-context.ts';
import { isRunner, MAX_TAILS, movesElsewhere, runnerCommand, runnerTails, runsAnother } from './runners.ts';
import { unwrap } from './unwrap.ts';
import { variableFiles } from './variable-files.ts';
import { commandUnseen } from './unseen/command-unseen.ts';
import { literalWord, type Word } from './parse/word.ts';
import { withPatchedFiles } from './patched-files.ts';
import { xargsEffects } from './commands/xargs.ts';

export interface DescribeInput extends ShellContext {
  /** The text that word offsets refer to. */
  readonly source: string;
  /** It runs in another file system, whose package files aren’t known. */
  readonly elsewhere: boolean;
}

export interface Described {
  readonly fact: CommandFact;
  /** A command this one runs, taken from its own words. */
  readonly inner: RawCommand | undefined;
  /** Shell text this one runs. */
  readonly scripts: readonly string[];
  /** The text of the project's script that it runs. */
  readonly packageScript: PackageScript | undefined;
  /** Why what it runs can't be analysed. */
  readonly opaque: string | undefined;
}

/** Turns one simple command into facts. Resolves paths on disk; runs nothing. */
export function describeCommand(written: RawCommand, input: DescribeInput): Described {
  const raw = { ...written, workingDir: workingDirOnDisk(written.workingDir) };
  const { words, skipped, levels, keepsReadOnly } = unwrap(raw.words);
  const name = words[0]?.value ?? '';
  const program = programName(name);
  const env = raw.assignments.map(({ name: variable, value }) => ({
    name: variable,
    ...(value.value === null ? {} : { value: value.value }),
    harmless:
      (isHarmlessVariable(variable) && value.value !== null && !value.expands && namesNoFile(value.value)) ||
      // Only affects how this command splits one line.
      (variable === 'IFS' && raw.words[0]?.value === 'read' && value.value !== null),
  }));
  const context = { ...raw.workingDir, projectDir: input.projectDir, piped: raw.piped };
  const script = input.elsewhere ? undefined : packageScript(words, context);
  const effects = commandEffects(words, context);
  const tame = env.every((variable) => variable.harmless);
  const handed = tame ? xargsEffects(raw, context) : undefined;
  const names = handed !== undefined && !shadowed([...levels, handed.inner], raw, input) ? handed : undefined;
  const scripts = innerScripts(program, words, raw);
  const hidden = hiddenRuns(program, words, raw, effects.beyondPrefix);
  const led = changesForText(raw.assignments, words);
  const runner = isRunner(program) && words.length > 1;
  const bare = program === 'git' ? withoutGitOptions(words) : undefined;
  const innerWords =
    names === undefined &&
    runsAnother(
      program,
      words.slice(1).map((word) => word.value),
    ) &&
    !effects.networkRead &&
    (!effects.readOnly || program === 'find')
      ? effects.readOnly
        ? firstAction(words)
        : runnerCommand(words)
      : undefined;
  const isLed = led !== undefined && (scripts.texts.length > 0 || innerWords !== undefined);
  const opaque = scripts.opaque ?? hidden.opaque ?? (isLed ? `It changes ${led}, which the text that it runs depends on.` : undefined);
  const beyond = [...effects.beyondPrefix];
  if (raw.words.some((word) => word.expands && word.start >= 0)) beyond.push('part of it is only known when it runs');
  if (!tame) beyond.push('it sets variables for the command');
  if (program === 'git' && raw.workingDir.moved) beyond.push('it runs git in another folder, whose configuration and hooks it would use');
  if (program === 'git' && mayPushToFolder(words, raw.workingDir)) beyond.push('it may push to a folder, whose hooks would run');
  if (
    (raw.piped || raw.stdin !== undefined) &&
    readsStatements(
      program,
      words.slice(1).map((word) => word.value),
    )
  )
    beyond.push('it runs what its input says');
  const known = keepsReadOnly && tame && (effects.readOnly || effects.fileCommand || effects.networkRead) && !shadowed(levels, raw, input);
  const redirects = raw.redirects.flatMap((redirect) => redirectFact(redirect, raw, input));
  const dialsOut = raw.redirects.some((redirect) => /^\/dev\/(?:tcp|udp)\//u.test(redirect.target.value ?? ''));
  const text = sourceText(raw.words, raw, input.source);
  const fact: CommandFact = {
    text: raw.words.length === 0 || raw.assignments.length > 0 ? raw.text : text,
    strictText: tame ? sourceText(raw.words.slice(skipped), raw, input.source) : raw.text,
    looseTexts: looseTexts(
      bare === undefined ? levels : [...levels, bare],
      runner && (!effects.readOnly || program === 'command' || program === 'find') ? runnerTails(words) : [],
    ),
    suspectTexts: [
      ...(effects.unknownProgram && !TASK_RUNNERS.has(program) ? runnerTails(words).map(join) : []),
      ...readingsWithoutOptions(words).map(join),
      ...hidden.suspects,
    ],
    argv: words.map((word) => word.value),
    program,
    ...(raw.runBy === undefined ? {} : { runBy: raw.runBy }),
    nested: raw.nested,
    cwd: raw.workingDir.dir,
    env,
    readOnly: raw.words.length > 0 ? (effects.readOnly && known) || names !== undefined : setsOrdinaryOnly(raw),
    ...(names !== undefined && { namesFromInput: true }),
    ...(effects.networkRead && known && { networkRead: true }),
    fileCommand: effects.fileCommand && known,
    beyondPrefix: beyond,
    opaqueCode: opaque !== undefined || (runner && words.length > MAX_TAILS),
    ...(opaque !== undefined && /^It \S/u.test(opaque) && { opaqueWhy: opaque }),
    ...(raw.ofRunner !== true && {
      unseen: commandUnseen({
        words: raw.words,
        assignments: raw.assignments,
        context,
        known: { words, effects },
        scripts,
        isShadowed: (one) => isShadowed(one, raw.workingDir.dir, input),
      }),
    }),
    network:
      dialsOut ||
      talksToNetwork(
        program,
        words.slice(1).map((word) => word.value),
      ),
    ...(script !== undefined && { packageScript: shortened(script.text) }),
    irreversible: effects.irreversible,
    paths: [
      ...withCopies(
        program === 'git' && (bare ?? words)[1]?.value === 'mv' ? 'mv' : program,
        withPatchedFiles(program, words, raw, (names ?? effects).paths).flatMap((use) => pathFacts(use, raw, input)),
        input.home,
      ),
      ...redirects,
      ...(levels.some(([first]) => withoutGnuPrefix(first?.value ?? '') === 'nohup') ? pathFacts(NOHUP_OUT, raw, input) : []),
      ...variableFiles(raw.assignments).flatMap((use) => pathFacts(use, raw, input)),
    ],
  };
  const innerDir = innerWords !== undefined && movesElsewhere(words) ? { ...raw.workingDir, moved: true, uncertain: true } : raw.workingDir;
  const inner =
    innerWords === undefined
      ? undefined
      : { ...raw, workingDir: innerDir, words: innerWords, assignments: [], redirects: [], nested: true, ofRunner: true as const };
  return { fact, inner, scripts: [...scripts.texts, ...hidden.texts], packageScript: script, opaque };
}

function mayPushToFolder(words: readonly Word[], workingDir: WorkingDir): boolean {
  const push = words.findIndex(({ value }) => value === 'push');
  const values = words.slice(push + 1).map(({ value }) => value ?? '');
  return push > 0 && pushesToFolder(values, foldersOf(workingDir));
}

/** Only assigns variables that neither the shell nor a program obeys. */
function setsOrdinaryOnly({ assignments }: RawCommand): boolean {
  return assignments.length > 0 && assignments.every(({ name }) => isOrdinaryVariable(name));
}

/**
 * Any program among a command and its wrappers, or one that these start themselves. Except for `command` and `builtin`, wrappers don't run
 * builtins.
 */
function shadowed(levels: readonly (readonly Word[])[], raw: RawCommand, input: DescribeInput): boolean {
  const names = levels.map(([first]) => first?.value ?? '');
  const startsFile = names.findIndex((name) => STARTS_FILES.has(withoutGnuPrefix(name)));
  return foldersOf(raw.workingDir).some(
    (dir) =>
      names.some((name, index) => isShadowed(name, dir, input, startsFile >= 0 && index > startsFile)) ||
      names.flatMap(helpersOf).some((name) => isShadowed(name, dir, input)),
  );
}

/** Wrappers that are programs, so what they start is a program too, never a builtin of that name. */
const STARTS_FILES: ReadonlySet<string> = new Set(['timeout', 'nice', 'nohup', 'stdbuf', 'xargs', 'noglob']);

/** `nohup` appends output to this file, and a repository may contain a link of that name. */
const NOHUP_OUT: PathUse = { word: literalWord('nohup.out'), value: 'nohup.out', access: 'write', via: 'operand', recursive: false };

function foldersOf(workingDir: WorkingDir): string[] {
  return [workingDir.dir, ...workingDir.others.map((other) => other.dir)];
}

/** The facts about a path from every folder the command may run in. */
function pathFacts(use: PathUse, raw: RawCommand, input: DescribeInput): PathFact[] {
  return distinct(foldersOf(raw.workingDir).map((dir) => pathFact(use, dir, raw, input)));
}

function distinct(facts: readonly PathFact[]): PathFact[] {
  return [...new Map(facts.map((fact) => [fact.path, fact])).values()];
}

function pathFact(use: PathUse, cwd: string, raw: RawCommand, input: DescribeInput): PathFact {
  const spelled = use.value ?? use.word.text;
  const joined = use.value !== use.word.value;
  const fact = makePathFact({
    spelled,
    access: use.access,
    via: use.via,
    cwd,
    home: input.home,
    recursive: use.recursive,
    skipsHidden: use.skipsHidden === true,
    shows: use.shows ?? [],
    glob: use.word.glob,
    only: use.only,
    skips: use.skips,
    inGit: use.inGit,
    filesInGit: use.files,
    wasFolder: use.wasFolder,
    seeksHidden: input.seeksHidden,
    followsLinks: use.followsLinks === true,
    entersLinks: use.entersLinks === true,
    namedByData: use.namedByData === true,
    literalTilde: joined ? false : !use.word.tilde,
    unresolved: use.value === null || raw.workingDir.uncertain || climbsBack(spelled),
    afterCd: raw.workingDir.moved,
  });
  return withNovelty(fact);
}

const HARMLESS_DEVICES = new Set(['/dev/null', '/dev/stdout', '/dev/stderr', '/dev/stdin']);

const CONTENT: ReadonlyMap<string, NonNullable<PathFact['content']>> = new Map([
  ...['>', '>|', '&>', '>&'].map((operator) => [operator, 'replaced'] as const),
  ...['>>', '&>>'].map((operator) => [operator, 'extended'] as const),
]);

function redirectFact(redirect: RawRedirect, raw: RawCommand, input: DescribeInput): PathFact[] {
  const { target, operator } = redirect;
  if (redirect.duplicates === true) return [];
  if (target.value !== null && HARMLESS_DEVICES.has(target.value)) return [];
  const content = CONTENT.get(operator);
  const facts = foldersOf(raw.workingDir).map((cwd) => ({
    ...withNovelty(
      makePathFact({
        spelled: target.value ?? target.text,
        access: operator === '<' || operator === '<&' ? 'read' : 'write',
        via: 'redirect',
        cwd,
        home: input.home,
        glob: target.glob,
        literalTilde: !target.tilde,
        unresolved: target.value === null || target.glob || raw.workingDir.uncertain || climbsBack(target.value),
        afterCd: raw.workingDir.moved,
      }),
    ),
    ...(content !== undefined && { content }),
  }));
  return distinct(facts);
}

/** The original text where the words are adjacent in it; otherwise joined by single blanks. */
function sourceText(words: readonly Word[], raw: RawCommand, source: string): string {
  const first = words[0];
  const last = words.at(-1);
  if (first === undefined || last === undefined) return raw.text;
  const together = raw.redirects.length === 0 && words.every((word) => word.start >= 0);
  return together ? source.slice(first.start, last.end) : words.map((word) => word.text).join(' ');
}

function looseTexts(levels: readonly (readonly Word[])[], tails: readonly (readonly Word[])[]): string[] {
  const texts = new Set<string>();
  for (const words of [...levels, ...tails]) {
    texts.add(join(words));
    const [first, ...rest] = words;
    const bare = (first?.value ?? '').replace(/^.*\//u, '');
    for (const name of [bare, programName(bare)])
      if (name !== first?.value && name !== '') texts.add([name, ...rest.map((word) => word.value ?? word.text)].join(' '));
  }
  return [...texts];
}

function join(words: readonly Word[]): string {
  return words.map((word) => word.value ?? word.text).join(' ');
}
