import path from 'node:path';
import type { CommandFact, PathFact, ShellFacts } from '#shared/permission/facts.ts';
import { globsMeet } from '../paths/glob-meet.ts';
import { isIgnoreFile } from '../paths/ignore-exceptions.ts';
import { makePathFact } from '../paths/make-path-fact.ts';
import { protectedBelow } from '../paths/protected-below.ts';
import { USES_GIT } from './commands/uses-git.ts';
import { changesRepository } from './git/git-repository.ts';
import { type LineChange, liesIn, lineChanges, overlap } from './line-changes.ts';
import { obeysChangedFile } from './obeyed-files.ts';

interface Places {
  readonly home: string;
  readonly searchPath: readonly string[];
}

/** Commands that may run repeatedly or in parallel, so that a later one may run before an earlier one. */
export const ANY_ORDER = /\b(?:for|while|until|select)\b|(?<!\|)\|(?!\|)|(?<![&>])&(?![&>])/u;

/**
 * All paths of a line are resolved before it runs, but its earlier commands may change what is there: a folder becomes a link or a
 * repository, a pattern matches more names. Facts about such a path become unresolved, and commands that were proven to only read or edit
 * based on it lose that proof.
 */
export function afterChanges(shell: ShellFacts, places: Places): ShellFacts {
  if (shell.commands.length < 2) return shell;
  const changes = lineChanges(shell.commands);
  if (changes.length === 0 && !shell.commands.some(appliesPatch)) return shell;
  const anyOrder = ANY_ORDER.test(shell.line);
  const commands = shell.commands.map((written, index) => {
    const runsBefore = (by: number): boolean => by !== index && by !== written.runBy && (anyOrder || by < index);
    const others = changes.filter(({ by }) => runsBefore(by));
    const isRewritten = appliesPatch(written) && shell.commands.some((other, by) => runsBefore(by) && mayWriteUnseen(other));
    const command = isRewritten ? { ...written, paths: withUnknownNames(written.paths) } : written;
    return others.length === 0 ? command : underChanges(command, others, places);
  });
  return { ...shell, commands };
}

function appliesPatch({ program, argv }: CommandFact): boolean {
  return program === 'patch' || (program === 'git' && argv.some((word) => word === 'apply' || word === 'am'));
}

const WRITES_NOTHING: ReadonlySet<string> = new Set(['', 'cd', 'echo', 'printf', 'export', 'set', 'git', 'patch']);

/** A program that may change files its words don't name. What git takes from commits doesn't count. */
function mayWriteUnseen({ program, readOnly, fileCommand }: CommandFact): boolean {
  return !readOnly && !fileCommand && !WRITES_NOTHING.has(program);
}

/** The patch may name any file by then. */
function withUnknownNames(paths: readonly PathFact[]): PathFact[] {
  return paths.map((fact) => {
    const holds = fact.access === 'write' && fact.recursive ? protectedBelow([fact.real]) : undefined;
    return holds === undefined ? fact : { ...fact, holds };
  });
}

function underChanges(command: CommandFact, changes: readonly LineChange[], places: Places): CommandFact {
  const paths = withChangedData(command, changes).map((fact) => reconsidered(fact, command, changes));
  const unproven =
    command.namesFromInput === true ||
    readsChangedRepository(command, changes) ||
    mayBeReplaced(command, changes, places) ||
    changesMeaning(command, changes) ||
    obeysChangedFile(command, changes);
  return {
    ...command,
    paths: [...paths, ...copiesIntoNewFolders(command, changes, places), ...copiesOfNewFiles(command, changes, places)],
    readOnly: command.readOnly && !unproven,
    fileCommand: command.fileCommand && !unproven,
    ...(command.networkRead === true && { networkRead: !unproven }),
  };
}

/** The line changes a patch before it is applied. */
function withChangedData(command: CommandFact, changes: readonly LineChange[]): readonly PathFact[] {
  const { paths } = command;
  if (!appliesPatch(command)) return paths;
  const given = paths.filter(({ access, recursive }) => access !== 'write' || !recursive);
  const isChanged = given.some((fact) => changes.some((change) => overlap(change, fact.path) || overlap(change, fact.real)));
  return isChanged ? withUnknownNames(paths) : paths;
}

function reconsidered(fact: PathFact, command: CommandFact, changes: readonly LineChange[]): PathFact {
  const shown =
    fact.skipsHidden && changes.some((change) => change.makes === 'anything' || isIgnoreFile(change.path)) ? { shows: ['*'] } : {};
  const unknown = changes.some((change) => change.makes === 'anything' && mayLeadThrough(fact, command, change));
  return unknown ? { ...fact, ...shown, unresolved: true } : { ...fact, ...shown };
}

/** Commands that follow links below a folder, or may. */
const FOLLOWS_LINKS: ReadonlySet<string> = new Set(['diff', 'ls', 'cp', 'rsync', 'scp', 'tree', 'chmod', 'chown']);

function mayLeadThrough(fact: PathFact, command: CommandFact, change: LineChange): boolean {
  const behind = [fact, ...fact.matches].some(({ path: file, real }) =>
    [change.path, change.real].some((made) => liesIn(file, made) || liesIn(real, made)),
  );
  if (behind) return true;
  if (fact.glob) return overlap(change, path.dirname(fact.path.replace(/[*?[].*$/su, 'x')));
  return (fact.recursive || command.program === 'ls') && followsLinks(command) && overlap(change, fact.real);
}

function followsLinks({ program, argv }: CommandFact): boolean {
  if (FOLLOWS_LINKS.has(program)) return true;
  if (program === 'find') return argv.includes('-exec');
  return /^[ef]?grep$/u.test(program) && argv.some((word) => /^(?:-[A-Za-z]*R|--dereference-recursive$)/u.test(word ?? ''));
}

/** A read-only git command, or one that runs git, in a folder that may be a different repository by then. */
function readsChangedRepository({ program, argv, cwd }: CommandFact, changes: readonly LineChange[]): boolean {
  if (!USES_GIT.has(program)) return false;
  let dir = cwd;
  argv.forEach((word, index) => {
    if (word === '-C') dir = path.resolve(dir, argv[index + 1] ?? '');
  });
  return changesRepository(
    dir,
    changes.flatMap((change) => [change.path, change.real]),
  );
}

/** A file is created in a folder that is searched for programs. */
function mayBeReplaced({ cwd, program }: CommandFact, changes: readonly LineChange[], { searchPath }: Places): boolean {
  return searchPath.some((folder) =>
    changes.some(({ path: file, real, makes }) =>
      [file, real].some((made) => {
        const target = path.resolve(cwd, folder);
        return makes === 'anything' ? liesIn(made, target) || liesIn(target, made) : liesIn(path.join(target, program), made);
      }),
    ),
  );
}

/** A pattern that new names match may become an option, or more operands than before; it is stable only as the name of a plain file. */
function changesMeaning(command: CommandFact, changes: readonly LineChange[]): boolean {
  return command.argv.slice(1).some((word) => {
    if (word === null || !/[*?[]/u.test(word) || isQuoted(word, command.text)) return false;
    const pattern = path.resolve(command.cwd, word);
    const isFile = command.paths.some((fact) => fact.glob && fact.path === pattern);
    return changes.some(
      (change) =>
        globsMeet(pattern, change.path) &&
        (!isFile || change.makes === 'anything' || path.relative(command.cwd, change.path).startsWith('-')),
    );
  });
}

function isQuoted(word: string, text: string): boolean {
  return (text.includes(`'${word}'`) || text.includes(`"${word}"`)) && !text.includes(` ${word}`);
}

/** Files the line creates in a folder are included when that folder is moved or copied. */
function copiesOfNewFiles({ program, paths }: CommandFact, changes: readonly LineChange[], { home }: Places): PathFact[] {
  if (!['cp', 'mv'].includes(program)) return [];
  const targets = paths.filter(({ access, via }) => access === 'write' && via !== 'redirect');
  const sources = paths.filter(({ access, via }) => access === 'read' && via !== 'redirect');
  const made = sources.flatMap((source) =>
    changes.flatMap((change) =>
      change.path !== source.path && liesIn(change.path, source.path)
        ? [path.relative(source.path, change.path), path.relative(path.dirname(source.path), change.path)]
        : [],
    ),
  );
  return targets.flatMap(({ path: cwd, via, unresolved, afterCd }) =>
    [...new Set(made)].map((spelled) =>
      makePathFact({ spelled, access: 'write', via, cwd, home, literalTilde: true, unresolved, afterCd }),
    ),
  );
}

/** A copy into a folder that the line creates goes inside it, under its own name. */
function copiesIntoNewFolders(command: CommandFact, changes: readonly LineChange[], { home }: Places): PathFact[] {
  if (!['cp', 'mv', 'ln', 'install'].includes(command.program)) return [];
  const sources = command.paths.filter(({ access, via }) => via !== 'redirect' && (access === 'read' || access === 'delete'));
  const names = new Set(
    sources.flatMap(({ path: file, glob, matches }) => (glob ? matches : [{ path: file }]).map((one) => path.basename(one.path))),
  );
  const targets = command.paths.filter(
    (fact) => fact.access === 'write' && fact.via !== 'redirect' && changes.some((change) => change.path === fact.path),
  );
  return targets.flatMap(({ path: cwd, via, unresolved, afterCd }) =>
    [...names].map((spelled) => makePathFact({ spelled, access: 'write', via, cwd, home, literalTilde: true, unresolved, afterCd })),
  );
}
