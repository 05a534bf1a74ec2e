import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { TurnChanges } from '#main/checkpoints/changes/turn-changes.ts';
import type { SessionCheckpoints } from '#main/checkpoints/session-checkpoints.ts';
import { createLogger } from '#main/log/logger.ts';
import { MAX_TURN_FILES, type TurnChanges as ShownChanges, type TurnFile } from '#shared/contract/changes.ts';
import { callInput } from '#shared/session/call-input.ts';
import type { SessionEvent } from '#shared/session/event.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { fromProject, pathIn } from './change-authors.ts';

const log = createLogger('checkpoints');

/** What a turn changed, by edits and by commands; `null` where that isn’t known. */
export async function changesOfTurn(
  checkpoints: SessionCheckpoints,
  events: readonly SessionEvent[],
  turnId: string,
): Promise<ShownChanges> {
  try {
    const changes = await checkpoints.turnChanges(turnId);
    if (!changes) return null;
    const files = await turnFiles(changes, editedInTurn(events, turnId, changes.projectDir));
    const sum = (lines: 'added' | 'removed'): number => files.reduce((all, file) => all + (file[lines] ?? 0), 0);
    return { files: files.slice(0, MAX_TURN_FILES), total: files.length, added: sum('added'), removed: sum('removed') };
  } catch (error) {
    log.debug('It could not be found out which files a turn has changed', error);
    return null;
  }
}

/** What the edits of a turn did to a file together. */
type EditedFile = Pick<TurnFile, 'change' | 'added' | 'removed'>;

/** Files that the edits of a turn wrote, relative to the project folder, in the order of their first edit. */
function editedInTurn(events: readonly SessionEvent[], turnId: string, projectDir: string): ReadonlyMap<string, EditedFile> {
  const start = events.findLastIndex(({ type, data }) => type === 'turn.started' && data.turnId === turnId);
  const named = new Map<string, string>();
  const edited = new Map<string, EditedFile>();
  for (const event of start < 0 ? [] : events.slice(start)) {
    const given = event.type === 'call.changed' ? event.data : callInput(event);
    const path = given && pathIn(given.input);
    if (given && path !== undefined) named.set(given.callId, fromProject(path, projectDir));
    if (event.type === 'turn.ended' && event.data.turnId === turnId) break;
    if (event.type !== 'call.finished' || event.data.outcome !== 'done' || event.data.view.kind !== 'edit') continue;
    const file = named.get(event.data.callId);
    if (file !== undefined) edited.set(file, withEdit(edited.get(file), event.data.view.detail));
  }
  return edited;
}

function withEdit(before: EditedFile | undefined, detail: ToolView['detail']): EditedFile {
  if (detail?.type !== 'diff') return UNKNOWN;
  const { additions, deletions, created } = detail;
  if (before === undefined) return { change: created === true ? 'create' : 'modify', added: additions, removed: deletions };
  const { change, added, removed } = before;
  if (added === null || removed === null) return UNKNOWN;
  // Of a new file all lines that it has are added ones.
  if (change === 'create') return { change, added: added + additions - deletions, removed };
  return { change, added: added + additions, removed: removed + deletions };
}

const UNKNOWN: EditedFile = { change: null, added: null, removed: null };

/**
 * The files that a turn changed, edited ones first: what differs between its checkpoints, and edited files that no checkpoint covers. Not
 * what ended as it began, nor what only a person saved meanwhile.
 */
async function turnFiles(
  { files, covered, projectDir }: TurnChanges & { readonly projectDir: string },
  edited: ReadonlyMap<string, EditedFile>,
): Promise<TurnFile[]> {
  const isEdited = ({ path, from }: { path: string; from: string | null }): boolean =>
    edited.has(path) || (from !== null && edited.has(from));
  const own = files.filter((file) => isEdited(file) || !file.changedByOthers);
  const listed = new Set(own.flatMap(({ path, from }) => [path, from]));
  const others = new Set([...edited.keys()].filter((path) => !listed.has(path)));
  const known = await covered(others);
  const uncovered: TurnFile[] = [];
  for (const path of others) {
    // One that was removed again has not changed either.
    if (!known.has(path) && (await exists(join(projectDir, path)))) uncovered.push({ path, ...(edited.get(path) ?? UNKNOWN) });
  }
  const changed = own.map(({ path, change, added, removed }) => ({ path, change, added, removed }));
  const place = new Map([...edited.keys()].map((path, index) => [path, index]));
  const placeOf = ({ path }: TurnFile): number => place.get(path) ?? edited.size;
  return [...changed, ...uncovered].toSorted((a, b) => placeOf(a) - placeOf(b));
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}
