import { lstatSync } from 'node:fs';
import path from 'node:path';
import type { CommandFact, PathFact } from '#shared/permission/facts.ts';
import { linksBelow } from '../paths/links-below.ts';

/** What a command creates at a path, so that facts gathered before the line runs may be outdated. */
export interface LineChange {
  readonly path: string;
  readonly real: string;
  /** Index of the command that does it. */
  readonly by: number;
  /** `plain`: a regular file or folder. `anything`: possibly a link, or with unknown links, names and files below it. */
  readonly makes: 'plain' | 'anything';
}

/** Create regular files and folders, or change their content. */
const PLAIN_MAKERS: ReadonlySet<string> = new Set('touch mkdir tee truncate sed chmod chown chgrp shred sponge'.split(' '));
const COPIERS: ReadonlySet<string> = new Set(['cp', 'mv', 'install']);

/** Everything the line's commands create. Removals are not included: afterwards nothing is left that could be a link. */
export function lineChanges(commands: readonly CommandFact[]): readonly LineChange[] {
  const changes: LineChange[] = [];
  for (const [by, command] of commands.entries()) {
    const copiesLinks = COPIERS.has(command.program) && command.paths.some((fact) => isSource(fact) && mayHoldLinks(fact, changes));
    for (const fact of command.paths) {
      if (fact.access !== 'write' || fact.unresolved || fact.path === '/dev/null') continue;
      const plain = fact.via === 'redirect' || PLAIN_MAKERS.has(command.program) || (COPIERS.has(command.program) && !copiesLinks);
      const { path: file, real } = fact;
      changes.push({ path: file, real, by, makes: plain ? 'plain' : 'anything' });
    }
  }
  return changes;
}

const isSource = (fact: PathFact): boolean => fact.via !== 'redirect' && (fact.access === 'read' || fact.access === 'delete');

/** Whether what is copied or moved is a link or contains links, now or by the time that command runs. */
function mayHoldLinks(source: PathFact, before: readonly LineChange[]): boolean {
  if (source.unresolved) return true;
  const files = source.glob ? source.matches.map((match) => match.path) : [source.path];
  return files.some(
    (file) =>
      isLink(file) || linksBelow([file])?.length !== 0 || before.some((change) => change.makes === 'anything' && overlap(change, file)),
  );
}

function isLink(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    // Unsure: it counts as a link.
    return true;
  }
}

/** One contains the other, or they are equal. */
export function overlap(change: LineChange, file: string): boolean {
  return [change.path, change.real].some((one) => liesIn(file, one) || liesIn(one, file));
}

/** Ignores case, since some file systems do. */
export function liesIn(file: string, folder: string): boolean {
  const [inner, outer] = [file.toLowerCase(), folder.toLowerCase()];
  return inner === outer || inner.startsWith(outer.endsWith(path.sep) ? outer : outer + path.sep);
}
