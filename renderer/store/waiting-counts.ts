import { useShallow } from 'zustand/react/shallow';
import type { WaitingCount } from '#shared/contract/project.ts';
import { call, type Client } from '../bridge/client.ts';
import { useWindow, type WindowState } from './app-store.ts';
import { useFormsElsewhere, useQueuedAsks } from './queued-asks.ts';
import { useCallCounts, useInputWaits } from './selectors.ts';

/** Keeps the numbers of requests and commands that wait in each project up to date. Called once. */
export function followWaitingCounts(client: Client): void {
  client.on('waiting.changed', ({ waiting }) => useWindow.setState({ waitingCounts: waiting }));
}

/** After a lost connection: what was pushed meanwhile is missing. */
export async function refreshWaitingCounts(): Promise<void> {
  // Disconnected again: fetched on reconnect.
  const app = await call('app.state', {}).catch(() => undefined);
  if (app) useWindow.setState({ waitingCounts: app.waiting });
}

/** The other projects in which requests or commands wait, with how many. */
export function useWaitingProjects(): readonly WaitingCount[] {
  return useWindow(useShallow(waitingProjects));
}

/** Names a project by its folder, also one that isn't among the recent ones. */
export function useProjectNames(): (projectDir: string) => string {
  const recent = useWindow((state) => state.app?.recent);
  return (projectDir) => recent?.find((project) => project.projectDir === projectDir)?.name ?? lastPart(projectDir);
}

function lastPart(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** How many requests and commands wait in other projects. */
export function useWaitingElsewhere(): number {
  return useWindow((state) => waitingProjects(state).reduce((sum, { count }) => sum + count, 0));
}

/** How many commands in other sessions of the project wait for input. */
export function useInputWaitsElsewhere(sessionId: string): number {
  return useWindow(({ waitingCounts, project }) =>
    waitingCounts
      .filter(({ projectDir }) => projectDir === project?.projectDir)
      .flatMap(({ commands }) => commands.filter((each) => each.sessionId !== sessionId))
      .reduce((sum, { count }) => sum + count, 0),
  );
}

export interface WaitingHere {
  /** Requests, questions, plans, and commands that wait for input. */
  readonly waiting: number;
  /** Commands of the session. */
  readonly inputs: number;
  readonly inputsElsewhere: number;
  /** All that waits in the project's other sessions. */
  readonly elsewhere: number;
}

/** What waits in the project, as the status bar and the window's title count it. */
export function useWaitingHere(sessionId: string): WaitingHere {
  const own = useCallCounts(sessionId).waiting;
  const inputs = useInputWaits(sessionId);
  const asks = useQueuedAsks().filter((ask) => ask.sessionId !== sessionId);
  const forms = useFormsElsewhere(sessionId);
  const inputsElsewhere = useInputWaitsElsewhere(sessionId);
  const elsewhere = asks.length + forms.length + inputsElsewhere;
  return { waiting: own + inputs + elsewhere, inputs, inputsElsewhere, elsewhere };
}

function waitingProjects({ waitingCounts, project }: WindowState): readonly WaitingCount[] {
  return waitingCounts.filter(({ projectDir }) => projectDir !== project?.projectDir);
}
