import { create } from 'zustand';
import type { RestoreResult } from '#shared/contract/restore.ts';
import type { SessionView } from '#shared/session/view.ts';
import { useWindow } from '../store/app-store.ts';
import { useSession } from '../store/selectors.ts';

/** The last revert of a session, which can still be undone. */
export interface LastRevert {
  readonly result: RestoreResult;
  /** Of renamed files both names. */
  readonly paths: readonly string[];
  /** The file, if only one was reverted. */
  readonly only: string | undefined;
  /** What had happened in the session by then. */
  readonly step: string;
  /** The session’s last restore by then: this revert’s own, or the one before it if the window has yet to hear of this one. */
  readonly undoIdThen: string | null;
}

const useReverts = create<Readonly<Record<string, LastRevert | undefined>>>(() => ({}));

/** A new turn or call ends the offer: the files are the agent’s again. */
function stepOf({ turns, callOrder }: SessionView): string {
  return `${turns.length} ${callOrder.length}`;
}

export function rememberRevert(sessionId: string, reverted: Pick<LastRevert, 'result' | 'paths' | 'only'> | undefined): void {
  const view = useWindow.getState().sessions[sessionId]?.view;
  useReverts.setState({ [sessionId]: reverted && view && { ...reverted, step: stepOf(view), undoIdThen: view.lastUndoId } });
}

/** `undefined`: nothing was reverted since the last turn, or files were restored after it. */
export function useLastRevert(sessionId: string): LastRevert | undefined {
  const last = useReverts((state) => state[sessionId]);
  const step = useSession(sessionId, stepOf);
  const undoId = useSession(sessionId, (view) => view.lastUndoId);
  if (last?.step !== step) return undefined;
  return undoId === last?.result.undoId || undoId === last?.undoIdThen ? last : undefined;
}
