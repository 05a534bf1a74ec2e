import { resolve, sep } from 'node:path';
import type { LostPath } from '#shared/contract/restore.ts';
import { callFactsSchema } from '#shared/permission/facts.ts';
import type { SessionEvent } from '#shared/session/event.ts';

/** A longer command is cut. Characters. */
const MAX_COMMAND = 1000;

interface DeletedIn {
  /** The folder that the paths are relative to: real, absolute. */
  readonly folder: string;
  /** Epoch milliseconds. */
  readonly since: number;
}

/** Names with each path the last command that ran since then and deletes it, or a folder above it, by name. */
export function withDeleters(paths: readonly string[], events: readonly SessionEvent[], { folder, since }: DeletedIn): LostPath[] {
  if (paths.length === 0) return [];
  const ran = new Set(events.flatMap((event) => (event.type === 'call.started' && event.at >= since ? [event.data.callId] : [])));
  const deletions = events.flatMap((event) =>
    event.type === 'call.decided' && ran.has(event.data.callId) ? deletionsIn(event.data.facts) : [],
  );
  return paths.map((path) => {
    const last = deletions.findLast(({ deleted }) => isIn(deleted, resolve(folder, path)));
    return { path, by: last ? { command: last.command, moves: last.moves } : null };
  });
}

/** Whether a command of a call deletes or moves a file, or a folder above it, by name. @param file absolute. */
export function deletesByName(facts: unknown, file: string): boolean {
  return deletionsIn(facts).some(({ deleted }) => isIn(deleted, file));
}

function isIn(deleted: readonly string[], file: string): boolean {
  return deleted.some((each) => file === each || file.startsWith(`${each}${sep}`));
}

/** The commands of a call on this machine that delete something by name. */
function deletionsIn(facts: unknown): (NonNullable<LostPath['by']> & { readonly deleted: readonly string[] })[] {
  const { data } = callFactsSchema.safeParse(facts);
  if (!data?.shell || data.place !== undefined) return [];
  return data.shell.commands.flatMap(({ text, argv: [program, verb], paths }) => {
    const deleted = paths.flatMap(({ access, real, matches }) =>
      access === 'delete' ? [real, ...matches.map((match) => match.real)] : [],
    );
    const moves = program === 'mv' || (program === 'git' && verb === 'mv');
    return deleted.length === 0 ? [] : [{ command: text.slice(0, MAX_COMMAND), moves, deleted }];
  });
}
