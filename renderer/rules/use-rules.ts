import { useCallback, useEffect, useState } from 'react';
import type { RuleList } from '#shared/contract/project.ts';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';

export interface RulesState {
  readonly list: RuleList | null;
  readonly error: string | null;
  /** Sets the list returned by an add or remove. */
  readonly setList: (list: RuleList) => void;
  readonly reload: () => void;
}

/** The rules of the open project and session; refetched when a settings file or the session changes them. */
export function useRules(): RulesState {
  const projectDir = useWindow((state) => state.project?.projectDir);
  const sessionId = useWindow((state) => state.sessionId);
  const version = useWindow((state) => state.rulesVersion);
  const trusted = useWindow((state) => state.project?.trusted);
  const [list, setList] = useState<RuleList | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (projectDir === undefined) return;
    let current = true;
    call('rules.list', { projectDir, ...(sessionId !== null && { sessionId }) }).then(
      (answer) => {
        if (!current) return;
        setList(answer);
        setError(null);
      },
      (cause: unknown) => current && setError(cause instanceof Error ? cause.message : String(cause)),
    );
    return () => {
      current = false;
    };
  }, [projectDir, sessionId, version, trusted, attempt]);

  return { list, error, setList, reload: useCallback(() => setAttempt((count) => count + 1), []) };
}
