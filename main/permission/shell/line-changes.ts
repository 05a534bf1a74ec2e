import { lstatSync } from 'node:fs';
import path from 'node:path';
import type { CommandFact, PathFact } from '#shared/permission/facts.ts';
import { linksBelow } from '../paths/links-below.ts';

/** What a command of a line makes at a path, so that what was looked up there before the line runs may be wrong by then. */
export interface LineChange {
  readonly path: string;
  readonly real: string;
  /** Index of the command that does it. */
  readonly by: number;
  /** `plain`: a file or folder of its own. `anything`: perhaps a link, or with links, names and files below it that nobody knows. */
  readonly makes: 'plain' | 'anything';
}

/** Make plain files and folders, or change what is in them. */
const PLAIN_MAKERS: ReadonlySet<string> = new Set('touch mkdir tee truncate sed chmod chown chgrp shred sponge'.split(' '));
const COPIERS: ReadonlySet<string> = new Set(['cp', 'mv', 'install']);

/** All that the commands of a line make. Removals aren't in it: they leave nothing that could lead elsewhere. */
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

/** Whether what is copied or moved is a link, or has links in it, now or by the time the line gets there. */
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
    return true;
  }
}

/** One of them lies in the other, or they are the same. */
export function overlap(change: LineChange, file: string): boolean {
  return [change.path, change.real].some((one) => liesIn(file, one) || liesIn(one, file));
}

/** With case folded: on some systems it doesn't count. */
export function liesIn(file: string, folder: string): boolean {
  const [inner, outer] = [file.toLowerCase(), folder.toLowerCase()];
  return inner === outer || inner.startsWith(outer.endsWith(path.sep) ? outer : outer + path.sep);
}
