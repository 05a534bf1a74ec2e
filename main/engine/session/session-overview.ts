import { basename } from 'node:path';
import type { SessionFiles } from '#main/session/store.ts';
import type { AskingCommands } from './asking-commands.ts';
import { inSlices } from '#main/tool/in-slices.ts';
import type { OverviewProject, OverviewSession, SessionState } from '#shared/contract/project.ts';
import type { SessionView } from '#shared/session/view.ts';

/** Sessions listed for one project. */
const MAX_SESSIONS = 200;

export interface OverviewSources {
  readonly files: Pick<SessionFiles, 'listing' | 'isArchived'>;
  /** Folders of projects that are open or have sessions. */
  readonly projectDirs: readonly string[];
  /** When projects were last opened, in epoch milliseconds. They are listed too. */
  readonly openedAt: ReadonlyMap<string, number>;
  /** The views of the sessions that are open in this process. */
  readonly views: readonly SessionView[];
  /** When the last turn of sessions ended that were open in this process, in epoch milliseconds. */
  readonly ended: ReadonlyMap<string, number | null>;
  readonly asking: Pick<AskingCommands, 'count'>;
}

/**
 * The sessions of all projects: of open ones what they do now, of others what their files say. Sessions without a message are left out. The
 * project used last is first; one without sessions counts from when it was opened.
 */
export async function sessionOverview({ files, projectDirs, openedAt, views, ended, asking }: OverviewSources): Promise<OverviewProject[]> {
  const dirs = new Set([...openedAt.keys(), ...projectDirs, ...views.map(({ projectDir }) => projectDir)]);
  const open = new Set(views.map(({ sessionId }) => sessionId));
  const projects: { readonly project: OverviewProject; readonly usedAt: number }[] = [];
  for (const projectDir of dirs) {
    const stored = await inSlices(files.listing(projectDir, open));
    const own = views
      .filter((view) => view.projectDir === projectDir)
      .map((view) => ofOpen(view, asking.count(view), files.isArchived(projectDir, view.sessionId)));
    const sessions = [
      ...own,
      ...stored.map((summary): OverviewSession => {
        const endedAt = ended.get(summary.sessionId) ?? null;
        return { ...summary, updatedAt: endedAt ?? summary.updatedAt, state: 'idle', waiting: 0, endedAt };
      }),
    ]
      .filter(({ title }) => title !== '')
      .toSorted((a, b) => b.updatedAt - a.updatedAt);
    const { listed = [], archived = [] } = Object.groupBy(sessions, (session) => (session.archived ? 'archived' : 'listed'));
    const project = {
      projectDir,
      name: basename(projectDir),
      sessions: listed.slice(0, MAX_SESSIONS),
      total: listed.length,
      archived: archived.slice(0, MAX_SESSIONS),
    };
    projects.push({ project, usedAt: sessions[0]?.updatedAt ?? openedAt.get(projectDir) ?? 0 });
  }
  return projects.toSorted((a, b) => b.usedAt - a.usedAt).map(({ project }) => project);
}

function ofOpen(view: SessionView, commands: number, marked: boolean): OverviewSession {
  const { sessionId, projectDir, title, createdAt, updatedAt, turn, lastTurn, asks, elicitations } = view;
  const waiting = asks.length + elicitations.length + commands;
  const state = waiting > 0 ? 'waiting' : stateOf(view);
  return {
    sessionId,
    projectDir,
    title,
    createdAt,
    // Opening a session doesn't count as using it.
    updatedAt: turn ? updatedAt : (lastTurn?.at ?? updatedAt),
    live: true,
    // A schedule or a webhook may start work in it: that must not happen out of sight.
    archived: marked && state !== 'waiting' && state !== 'running',
    state,
    waiting,
    endedAt: turn ? null : (lastTurn?.at ?? null),
  };
}

function stateOf({ turn, agents, lastTurn, tasks }: SessionView): SessionState {
  if (turn !== null || Object.values(agents).some(({ state }) => state === 'running')) return 'running';
  if (lastTurn?.outcome === 'failed') return 'failed';
  return Object.values(tasks).some(({ state }) => state === 'running') ? 'background' : 'idle';
}
