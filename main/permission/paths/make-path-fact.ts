import type { HiddenNames, PathAccess, PathFact, PathVia } from '#shared/permission/facts.ts';
import { lstatSync } from 'node:fs';
import path from 'node:path';
import { isFolder } from '#main/tool/is-folder.ts';
import { errorCode } from '#shared/error-code.ts';
import { expandGlob } from './glob-expand.ts';
import { hiddenBelow, hiddenNamesOf } from './hidden-below.ts';
import { linksBelow } from './links-below.ts';
import { protectedBelow } from './protected-below.ts';
import { protectedWithin } from './protected-places.ts';
import { physicalPath, realPath } from './real-path.ts';
import { climbs, readSpelling } from './spelling.ts';
import { ignoreExceptions } from './ignore-exceptions.ts';
import { type Walk, walkBelow } from './walk-below.ts';

export interface PathRequest {
  readonly spelled: string;
  readonly access: PathAccess;
  readonly via: PathVia;
  readonly cwd: string;
  readonly home: string;
  readonly recursive?: boolean;
  readonly glob?: boolean;
  /** The shell does not expand `~` here. */
  readonly literalTilde?: boolean;
  /** Part of the path is only known at run time. */
  readonly unresolved?: boolean;
  readonly afterCd?: boolean;
  readonly skipsHidden?: boolean;
  /** Patterns of hidden names that are read even so. */
  readonly shows?: readonly string[];
  /** See `PathUse`. */
  readonly only?: readonly string[] | undefined;
  readonly skips?: readonly string[] | undefined;
  readonly inGit?: 'index' | 'history' | undefined;
  /** Gives the paths of what git shows; `undefined` where they can't be told. */
  readonly filesInGit?: (() => readonly string[] | undefined) | undefined;
  /** Whether what is a file on disk is, or may be, a folder in what git shows. */
  readonly wasFolder?: (() => boolean) | undefined;
  /** Looks for names that start with a dot: worth its time only where a rule against some paths may need it. */
  readonly seeksHidden?: boolean;
  /** Targets of links below it count as well. */
  readonly followsLinks?: boolean;
  /** A link to a folder means the folder's content. */
  readonly entersLinks?: boolean;
  /** What is written below it isn't named in the call. */
  readonly namedByData?: boolean;
  /** With links resolved, where that is known already. */
  readonly real?: string | undefined;
}

/** Open files and working directory of a process: those of the command itself aren't known here. */
const OF_PROCESS = /^\/(?:proc\/(?:self|thread-self|\d+)|dev\/fd)(?:\/|$)/u;

const HOLDERS = { index: 'index', history: 'commits' } as const;

/** Resolves one path on disk. Apart from git's repositories, the only place where the engine reads the file system. */
export function makePathFact(request: PathRequest): PathFact {
  const { spelled, cwd, home } = request;
  const read = readSpelling(spelled, cwd, home, request.literalTilde !== true);
  const real = request.real ?? realPath(read.absolute);
  const strays = climbs(spelled) && physicalPath(read.unnormalised) !== real;
  const unresolved = request.unresolved === true || read.unresolved || real === undefined || strays || OF_PROCESS.test(read.absolute);
  const oddity = read.oddity ?? (strays ? 'it climbs back out of a link' : undefined);
  const glob = request.glob === true;
  const matched = glob && !unresolved ? expandGlob(read.absolute) : [];
  const matches = (matched ?? []).map((match) => concrete(match, request));
  const tops = glob ? matches.map((match) => match.real) : [real ?? read.absolute];
  const walk = { skips: request.skips };
  const links = request.followsLinks === true && !unresolved ? linksBelow(tops, { ...walk, only: request.only }) : [];
  const recursive = request.recursive === true && tops.some((top) => mayHoldFiles(top, request));
  const looksBelow = recursive && request.via !== 'input' && !unresolved;
  const isOnDisk = request.inGit === undefined && request.namedByData !== true;
  const below = looksBelow && !glob && isOnDisk ? listBelow(real ?? read.absolute, walk) : undefined;
  // Behind links that aren't followed to their ends, there may be any names.
  const isKnown = matched !== undefined && links !== undefined;
  const exceptions = request.skipsHidden === true && request.seeksHidden === true ? ignoreExceptions(tops, home) : [];
  const shows = request.skipsHidden === true ? [...(request.shows ?? []), ...exceptions] : undefined;
  // A search that skips all of them needn’t know them.
  const mayShow = shows === undefined || shows.length > 0;
  const hidden = looksBelow && below === undefined && isKnown && mayShow ? hiddenNames(request, tops) : undefined;
  const anyBelow = request.access === 'delete' || request.namedByData === true;
  const within = request.namedByData === true && !unresolved ? tops.map(protectedWithin).find((part) => part !== undefined) : undefined;
  const holds = within !== undefined ? { protected: within } : looksBelow && anyBelow ? protectedBelow(tops) : undefined;
  return {
    access: request.access,
    via: request.via,
    spelled,
    path: read.absolute,
    real: real ?? read.absolute,
    recursive,
    ...(below === undefined ? {} : { below }),
    ...(hidden === undefined ? {} : { hidden, ...(request.inGit && { heldBy: HOLDERS[request.inGit] }) }),
    ...(recursive && isKnown && request.only !== undefined && { only: [...request.only] }),
    ...(holds === undefined ? {} : { holds }),
    skipsHidden: request.skipsHidden === true,
    ...(shows !== undefined && { shows }),
    glob,
    matches: [...(looksBelow && isOnDisk ? matches.map((match) => withBelow(match, walk)) : matches), ...(links ?? [])],
    unresolved: unresolved || !isKnown,
    ...(oddity === undefined ? {} : { oddity }),
    afterCd: request.afterCd === true,
  };
}

/** A match. For a listing, resolves only the folder: a link is listed by its name and not followed. */
function concrete(match: string, { access, spelled, entersLinks }: PathRequest): PathFact['matches'][number] {
  const one = { path: match, real: realPath(match) ?? match };
  if (access !== 'list' || spelled.endsWith('/') || (entersLinks === true && !isPlainOrMissing(one.real))) return one;
  const folder = realPath(path.dirname(match));
  return folder === undefined ? one : { ...one, stands: path.join(folder, path.basename(match)) };
}

function withBelow(match: PathFact['matches'][number], walk: Walk): PathFact['matches'][number] {
  const below = isPlainOrMissing(match.real) ? [] : listBelow(match.real, walk);
  return below === undefined ? match : { ...match, below };
}

/** A path that is missing may have been a folder in another commit. */
function mayHoldFiles(file: string, { inGit, seeksHidden, wasFolder }: PathRequest): boolean {
  if (inGit === undefined) return !isPlainOrMissing(file);
  return !isPlainFile(file) || (seeksHidden === true && wasFolder?.() === true);
}

/** A file or a missing path: nothing is below it. */
function isPlainOrMissing(file: string): boolean {
  try {
    return !lstatSync(file).isDirectory();
  } catch (error) {
    return errorCode(error) === 'ENOENT';
  }
}

function isPlainFile(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false })?.isDirectory() === false;
  } catch {
    // Unsure: it may be a folder.
    return false;
  }
}

function hiddenNames(request: PathRequest, tops: readonly string[]): HiddenNames | undefined {
  const { inGit, namedByData, filesInGit, skips, seeksHidden } = request;
  if (seeksHidden !== true) return undefined;
  if (inGit !== undefined) {
    const files = filesInGit?.();
    return files && hiddenNamesOf(files);
  }
  return namedByData === true ? undefined : hiddenBelow(tops.filter(isFolder), { skips });
}

const MAX_BELOW = 200;

/** Relative paths of everything below a folder, without following links; undefined when there are more than a handful. */
function listBelow(folder: string, walk: Walk): string[] | undefined {
  const found: string[] = [];
  const isKnown = walkBelow([folder], walk, (_item, file) => found.push(path.relative(folder, file)) <= MAX_BELOW);
  return isKnown ? found : undefined;
}
