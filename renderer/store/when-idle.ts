import type { SessionView } from '#shared/session/view.ts';
import { useWindow } from './app-store.ts';

/** Whether a turn, a sub-agent or a workflow of the session runs. */
export function agentWorks({ turn, agents, workflows }: SessionView): boolean {
  return turn !== null || [...Object.values(agents), ...Object.values(workflows)].some(({ state }) => state === 'running');
}

/** Resolves when the agent of a session doesn’t work, or the session isn’t open any more. */
export function whenIdle(sessionId: string): Promise<void> {
  const isIdle = (): boolean => {
    const view = useWindow.getState().sessions[sessionId]?.view;
    return view == null || !agentWorks(view);
  };
  if (isIdle()) return Promise.resolve();
  return new Promise((resolve) => {
    const stopWatching = useWindow.subscribe(() => {
      if (!isIdle()) return;
      stopWatching();
      resolve();
    });
  });
}
