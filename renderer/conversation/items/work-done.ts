import type { ToolKind } from '#shared/session/tool-view.ts';
import type { SessionView } from '#shared/session/view.ts';
import { shortNames } from '../turn/short-names.ts';

/** The kinds of calls, as one text: it is the same while they are. */
export function kindsOf({ calls }: SessionView, callIds: readonly string[]): string {
  return callIds.map((callId) => calls[callId]?.view.kind ?? 'other').join(' ');
}

/** In the order of their first call; updates of tasks come last, since they only report on the work. */
export function countKinds(kinds: string): ReadonlyMap<ToolKind, number> {
  const counts = new Map<ToolKind, number>();
  const all = kinds.split(' ') as ToolKind[];
  for (const kind of all.toSorted((a, b) => Number(a === 'todo') - Number(b === 'todo'))) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** More names than the line has room for. */
const MAX_NAMED = 100;

export function editedFiles({ calls }: SessionView, callIds: readonly string[]): string {
  const paths = callIds.flatMap((callId) => {
    const view = calls[callId]?.view;
    return view?.kind === 'edit' ? [view.summary] : [];
  });
  return shortNames([...new Set(paths)].slice(0, MAX_NAMED))
    .join(', ')
    .slice(0, 200);
}
