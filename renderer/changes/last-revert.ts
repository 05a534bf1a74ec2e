import { create } from 'zustand';
import type { RestoreResult } from '#shared/contract/restore.ts';
import type { SessionView } from '#shared/session/view.ts';
import { useWindow } from '../store/app-store.ts';
import { useSession } from '../store/selectors.ts';

/** A revert of a session, which can still be undone. */
export interface LastRevert {
  readonly result: RestoreResult;
  /** Of renamed files both names. */
  readonly paths: readonly string[];
  /** The file, if only one was reverted. */
  readonly only: string | undefined;
  /** What had happened in the session by then. */
  readonly step: string;
  /**
   * The session’s last restore while this is the one to undo: its own or the undo of the revert after it, or the one before that if the
   * window has yet to hear of it.
   */
  readonly undoIds: readonly (string | null)[];
}

/** Of each session, the latest last: each can be undone when those after it are. */
const useReverts = create<Readonly<Record<string, readonly LastRevert[]>>>(() => ({}));

/** A new turn or call ends the offer: the files are the agent’s again. */
function stepOf({ turns, callOrder }: SessionView): string {
  return `${turns.length} ${callOrder.length}`;
}

/** The reverts that can be undone now. Ask before the next: its own event may be heard before its answer. */
export function revertsToUndo(sessionId: string): readonly LastRevert[] {
  const reverts = useReverts.getState()[sessionId] ?? [];
  const view = useWindow.getState().sessions[sessionId]?.view;
  return view && isOffered(reverts.at(-1), stepOf(view), view.lastUndoId) ? reverts : [];
}

/** @param earlier see `revertsToUndo`. */
export function rememberRevert(
  sessionId: string,
  reverted: Pick<LastRevert, 'result' | 'paths' | 'only'>,
  earlier: readonly LastRevert[],
): void {
  const view = useWindow.getState().sessions[sessionId]?.view;
  if (!view) return;
  const last = { ...reverted, step: stepOf(view), undoIds: [reverted.result.undoId, view.lastUndoId] };
  useReverts.setState({ [sessionId]: [...earlier, last] });
}

/** The last revert was undone: the one before it is offered. */
export function forgetRevert(sessionId: string, undoneBy: RestoreResult): void {
  const lastUndoId = useWindow.getState().sessions[sessionId]?.view.lastUndoId ?? null;
  const [last, ...earlier] = (useReverts.getState()[sessionId] ?? []).slice(0, -1).toReversed();
  const next = last && { ...last, undoIds: [undoneBy.undoId, lastUndoId] };
  useReverts.setState({ [sessionId]: next ? [...earlier.toReversed(), next] : [] });
}

/** `undefined`: nothing was reverted since the last turn, or files were restored after it. */
export function useLastRevert(sessionId: string): LastRevert | undefined {
  const last = useReverts((state) => state[sessionId])?.at(-1);
  const step = useSession(sessionId, stepOf);
  const undoId = useSession(sessionId, (view) => view.lastUndoId);
  return isOffered(last, step, undoId) ? last : undefined;
}

function isOffered(last: LastRevert | undefined, step: string | undefined, undoId: string | null | undefined): boolean {
  return last !== undefined && last.step === step && undoId !== undefined && last.undoIds.includes(undoId);
}
