import { readdirSync } from 'node:fs';
import path from 'node:path';
import { isFolder } from '#main/tool/is-folder.ts';
import type { PathFact } from '#shared/permission/facts.ts';
import { makePathFact } from '../paths/make-path-fact.ts';
import { protectedByCopy } from '../paths/protected-below.ts';

const COPIERS = new Set(['cp', 'mv', 'ln', 'install', 'rsync', 'scp']);
const UNPACKERS = new Set(['unzip', 'tar', 'bsdtar', '7z', 'cpio']);

/**
 * Adds the files that a copy really writes: when the target is a folder, that folder plus the source's own name, which may be a protected
 * or denied one.
 */
export function withCopies(program: string, facts: readonly PathFact[], home: string): PathFact[] {
  if (UNPACKERS.has(program))
    return facts.map((fact) => (fact.access === 'write' && isFolder(fact.real) ? { ...fact, recursive: true } : fact));
  if (!COPIERS.has(program)) return [...facts];
  const sources = facts.filter((fact) => fact.access === 'read' || fact.access === 'delete');
  const folders = facts.filter((fact) => fact.access === 'write' && (isFolder(fact.real) || fact.spelled.endsWith('/')));
  const names = new Set(sources.flatMap(sourceNames));
  const copies = folders.flatMap((folder) =>
    [...names].map((name) =>
      makePathFact({
        spelled: name,
        access: 'write',
        via: folder.via,
        cwd: folder.path,
        home,
        literalTilde: true,
        // An existing file in the target may be a link, which a copy would write through.
        followsLinks: sources.some((source) => source.recursive),
        unresolved: folder.unresolved,
        afterCd: folder.afterCd,
      }),
    ),
  );
  return [...facts.map((fact) => (fact.access === 'write' && fact.via !== 'redirect' ? withHeld(fact, sources) : fact)), ...copies];
}

/** Copying a folder copies the protected locations in it, and its new name may make others protected. */
function withHeld(target: PathFact, sources: readonly PathFact[]): PathFact {
  const into = isFolder(target.real) || target.spelled.endsWith('/');
  const copies = sources
    .filter((source) => source.recursive)
    .flatMap((source) =>
      (source.glob ? source.matches.map((match) => match.real) : [source.real]).flatMap((from) => [
        ...(into && !DOTS.test(source.spelled) ? [{ from, to: path.join(target.path, path.basename(from)) }] : []),
        ...(!into || namesContent(source) ? [{ from, to: target.path }] : []),
      ]),
    );
  const holds = protectedByCopy(copies.map((copy) => ({ ...copy, isNew: !isFolder(copy.to) })));
  return holds === undefined ? target : { ...target, holds };
}

/** `x/.` means the folder's content, as does `x/` for some programs. */
function namesContent({ spelled }: PathFact): boolean {
  return DOTS.test(spelled) || spelled.endsWith('/');
}

const DOTS = /(?:^|\/)\.{1,2}\/?$/u;

function sourceNames(source: PathFact): string[] {
  if (source.glob) return source.matches.map((match) => path.basename(match.path));
  if (namesContent(source)) return [path.basename(source.path), ...entries(source.real)];
  return [path.basename(source.path)];
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder).slice(0, 500);
  } catch {
    // Not a folder, or closed to us: a copy finds nothing there either.
    return [];
  }
}
