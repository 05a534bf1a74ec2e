import { useEffect, useState } from 'react';
import type { Replay, RuleSet } from '#shared/contract/rule-sets.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { errorMessage } from '#shared/error-message.ts';
import { call } from '../../bridge/client.ts';
import { useWindow } from '../../store/app-store.ts';
import { useReplay } from '../../store/rule-replay.ts';
import { useSession } from '../../store/selectors.ts';
import { replayMark, UNMARKED } from './replay-marks.ts';

export interface Replayed {
  /** The previous result until the next arrives. */
  readonly replay: Replay | null;
  readonly running: boolean;
  readonly error: string | null;
}

/** Decides the session's calls again, also after each turn and each change of rules, and marks the timeline's rows. */
export function useReplayed(sessionId: string, set: RuleSet, isRecorded: boolean): Replayed {
  const projectDir = useSession(sessionId, (view) => view.projectDir) ?? '';
  const idle = useSession(sessionId, (view) => view.turn === null) ?? true;
  const version = useWindow((state) => state.rulesVersion);
  const [state, setState] = useState<Replayed>({ replay: null, running: true, error: null });
  useEffect(() => {
    if (projectDir === '') return;
    let current = true;
    setState((before) => ({ ...before, running: true }));
    call('rules.replay', { projectDir, sessionId, set, ...(!isRecorded && { mode: 'default' as const }) }).then(
      (replay) => {
        if (!current) return;
        useReplay.setState({ sessionId, marks: new Map(replay.calls.map((one) => [one.callId, replayMark(one)])), unmarked: UNMARKED });
        setState({ replay, running: false, error: null });
      },
      (cause: unknown) => {
        // Superseded by a newer request.
        if (!current || (cause instanceof AppError && cause.code === 'conflict')) return;
        useReplay.setState({ sessionId: null, marks: new Map(), unmarked: null });
        setState({ replay: null, running: false, error: errorMessage(cause) });
      },
    );
    return () => {
      current = false;
    };
  }, [projectDir, sessionId, set, isRecorded, idle, version]);
  return state;
}
