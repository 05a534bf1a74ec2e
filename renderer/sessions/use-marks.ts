import { useEffect, useMemo } from 'react';
import { useWindow } from '../store/app-store.ts';
import { followOverview, sessionsOf, useOverview } from '../store/overview.ts';
import { markOf, type SessionMark } from './session-mark.tsx';

/** The marks of all sessions by id, followed while this is rendered. Sessions that aren't listed have none. */
export function useMarks(): ReadonlyMap<string, SessionMark> {
  useEffect(followOverview, []);
  const projects = useOverview((state) => state.projects);
  const shown = useWindow((state) => state.sessionId);
  return useMemo(
    () => new Map(sessionsOf(projects ?? []).map((session) => [session.sessionId, markOf(session, shown)])),
    [projects, shown],
  );
}
