import { useEffect } from 'react';
import { useAsks } from '../store/selectors.ts';

/** Names the window after the project, with the number of waiting requests, which shows while another window is in front. */
export function useWindowTitle(projectName: string, sessionId: string | null): void {
  const waiting = useAsks(sessionId ?? '').length;
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${projectName} · Gatehouse`;
    return () => {
      document.title = 'Gatehouse';
    };
  }, [projectName, waiting]);
}
