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
    const lost = resolve(folder, path);
    const last = deletions.findLast(({ deleted }) => deleted.some((each) => lost === each || lost.startsWith(`${each}${sep}`)));
    return { path, by: last ? { command: last.command, moves: last.moves } : null };
  });
}

/** The commands of a call on this machine that delete something by name. */
function deletionsIn(facts: unknown): (NonNullable<LostPath['by']> & { readonly deleted: readonly string[] })[] {
  const { data } = callFactsSchema.safeParse(facts);
  if (!data?.shell || data.place !== undefined) return [];
  return data.shell.commands.flatMap(({ text, argv: [program, verb], paths }) => {
    const deleted = paths.flatMap(({ access, real }) => (access === 'delete' ? [real] : []));
    const moves = program === 'mv' || (program === 'git' && verb === 'mv');
    return deleted.length === 0 ? [] : [{ command: text.slice(0, MAX_COMMAND), moves, deleted }];
  });
}
