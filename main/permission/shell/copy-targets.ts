import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { PathFact } from '#shared/permission/facts.ts';
import { makePathFact } from '../paths/make-path-fact.ts';

const COPIERS = new Set(['cp', 'mv', 'ln', 'install', 'rsync', 'scp']);
const UNPACKERS = new Set(['unzip', 'tar', 'bsdtar', '7z', 'cpio']);

/**
 * Adds the files that a copy really writes: into a folder, the target is the folder plus the source's own name, which
 * may be a protected or denied one.
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
        // What lies in the target already may be a link that a copy is written through.
        followsLinks: sources.some((source) => source.recursive),
        unresolved: folder.unresolved,
        afterCd: folder.afterCd,
      }),
    ),
  );
  return [...facts, ...copies];
}

function sourceNames(source: PathFact): string[] {
  if (source.glob) return source.matches.map((match) => path.basename(match.path));
  if (/(?:^|\/)\.{1,2}\/?$/u.test(source.spelled) || source.spelled.endsWith('/'))
    return [path.basename(source.path), ...entries(source.real)];
  return [path.basename(source.path)];
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder).slice(0, 500);
  } catch {
    return [];
  }
}

function isFolder(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}
