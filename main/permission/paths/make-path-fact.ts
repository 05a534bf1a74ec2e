import type { PathAccess, PathFact, PathVia } from '#shared/permission/facts.ts';
import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expandGlob } from './glob-expand.ts';
import { linksBelow } from './links-below.ts';
import { protectedBelow } from './protected-below.ts';
import { physicalPath, realPath } from './real-path.ts';
import { climbs, readSpelling } from './spelling.ts';
import { ignoreExceptions } from './ignore-exceptions.ts';

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
  /** Part of the spelling is only known at run time. */
  readonly unresolved?: boolean;
  readonly afterCd?: boolean;
  readonly skipsHidden?: boolean;
  /** Patterns of hidden names that are read all the same. */
  readonly shows?: readonly string[];
  /** Where links below it lead counts as well. */
  readonly followsLinks?: boolean;
  /** A link to a folder stands for what is in the folder. */
  readonly entersLinks?: boolean;
}

/** What a process has open or stands in: of the command’s own that can’t be told here. */
const OF_PROCESS = /^\/(?:proc\/(?:self|thread-self|\d+)|dev\/fd)(?:\/|$)/u;

/** Looks one path up on disk. The only place of the engine that does, besides git's configuration. */
export function makePathFact(request: PathRequest): PathFact {
  const { spelled, cwd, home } = request;
  const read = readSpelling(spelled, cwd, home, request.literalTilde !== true);
  const real = realPath(read.absolute);
  const strays = climbs(spelled) && physicalPath(read.unnormalised) !== real;
  const unresolved = request.unresolved === true || read.unresolved || real === undefined || strays || OF_PROCESS.test(read.absolute);
  const oddity = read.oddity ?? (strays ? 'it climbs back out of a link' : undefined);
  const glob = request.glob === true;
  const matched = glob && !unresolved ? expandGlob(read.absolute) : [];
  const matches = (matched ?? []).map((match) => concrete(match, request));
  const tops = glob ? matches.map((match) => match.real) : [real ?? read.absolute];
  const links = request.followsLinks === true && !unresolved ? linksBelow(tops) : [];
  const recursive = request.recursive === true && tops.some((top) => !isPlainOrMissing(top));
  const looksBelow = recursive && request.via !== 'input' && !unresolved;
  const below = looksBelow && !glob ? listBelow(real ?? read.absolute) : undefined;
  const holds = looksBelow && request.access === 'delete' ? protectedBelow(tops) : undefined;
  return {
    access: request.access,
    via: request.via,
    spelled,
    path: read.absolute,
    real: real ?? read.absolute,
    recursive,
    ...(below === undefined ? {} : { below }),
    ...(holds === undefined ? {} : { holds }),
    skipsHidden: request.skipsHidden === true,
    ...(request.skipsHidden === true && { shows: [...(request.shows ?? []), ...ignoreExceptions(tops, home)] }),
    glob,
    matches: [...(looksBelow ? matches.map(withBelow) : matches), ...(links ?? [])],
    unresolved: unresolved || matched === undefined || links === undefined,
    ...(oddity === undefined ? {} : { oddity }),
    afterCd: request.afterCd === true,
  };
}

/** A match, and for a listing where its name really stands: a link is shown as the name it has, not followed. */
function concrete(match: string, { access, spelled, entersLinks }: PathRequest): PathFact['matches'][number] {
  const one = { path: match, real: realPath(match) ?? match };
  if (access !== 'list' || spelled.endsWith('/') || (entersLinks === true && !isPlainOrMissing(one.real))) return one;
  const folder = realPath(path.dirname(match));
  return folder === undefined ? one : { ...one, stands: path.join(folder, path.basename(match)) };
}

function withBelow(match: PathFact['matches'][number]): PathFact['matches'][number] {
  const below = isPlainOrMissing(match.real) ? [] : listBelow(match.real);
  return below === undefined ? match : { ...match, below };
}

/** A file, or nothing yet: there is nothing below it. */
function isPlainOrMissing(file: string): boolean {
  try {
    return !lstatSync(file).isDirectory();
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT';
  }
}

const MAX_BELOW = 200;

/** Relative paths of everything below a folder, links not followed; undefined when there is more than a handful. */
function listBelow(folder: string): string[] | undefined {
  const found: string[] = [];
  const waiting = [''];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    try {
      for (const item of readdirSync(path.join(folder, next), { withFileTypes: true })) {
        const relative = path.join(next, item.name);
        if (found.push(relative) > MAX_BELOW) return undefined;
        if (item.isDirectory()) waiting.push(relative);
      }
    } catch {
      return undefined;
    }
  }
  return found;
}
