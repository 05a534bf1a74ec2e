import { AppError } from '#shared/contract/app-error.ts';
import type { AppState, Project } from '#shared/contract/project.ts';
import { errorMessage } from '#shared/error-message.ts';
import { call, type Client } from '../bridge/client.ts';
import { useWindow, type Pane, type WindowState } from './app-store.ts';
import { forgetSession, holdSession } from './held-sessions.ts';
import { type WindowLocation, windowUrl, forgetLocation, storedLocation, storeLocation, requestedProject } from './window-location.ts';
import { forgetShown } from './shown-sessions.ts';
import { followPushes, followSession } from './session-sync.ts';
import { forgetTrustLater, isTrustLater } from './trust-later.ts';
import { followAsks } from './waiting-asks.ts';
import { attempt, openDialog } from './window-actions.ts';
import { words } from './words.ts';

/** Number of the latest navigation. */
let lastChoice = 0;

/** Starts a navigation. The returned function says whether it is still the latest; results of superseded ones are dropped. */
function choose(): () => boolean {
  lastChoice += 1;
  const choice = lastChoice;
  return () => choice === lastChoice;
}

/** Asks the host what is open and shows it. */
export async function startWindow(client: Client): Promise<void> {
  followPushes(client);
  client.on('app.openFolder', ({ path }) => void openProject(path));
  useWindow.subscribe(rememberLocation);
  await loadAppState();
}

export async function loadAppState(): Promise<void> {
  try {
    const app = await call('app.state', {});
    useWindow.setState({ app, waitingCounts: app.waiting, connection: 'connected', startError: null });
    await restore(app);
  } catch (error) {
    useWindow.setState({ startError: errorMessage(error) });
  }
}

/** A reloaded window restores its previous state; a new one shows what it was opened for, or what the host has open. */
async function restore(app: AppState): Promise<void> {
  const isChosen = choose();
  const wanted = requestedProject();
  if (wanted !== null) {
    if (wanted !== '') await openProject(wanted);
    return;
  }
  const location = storedLocation();
  useWindow.setState({ sideClosed: location?.sideClosed ?? false });
  const isElsewhere = location !== undefined && location.projectDir !== app.openProject?.projectDir;
  if (isElsewhere) {
    // The folder is gone: the host's own choice is shown.
    const project = await call('project.open', { path: location.projectDir }).catch(() => undefined);
    if (!isChosen()) return;
    if (project) return showAgain(project, location, isChosen);
    forgetLocation();
  }
  if (!app.openProject) return;
  if (location && !isElsewhere)
    await showAgain(app.openProject, { ...location, sessionId: location.sessionId ?? app.openSessionId }, isChosen);
  else await showProject(app.openProject, app.openSessionId, isChosen);
}

async function showAgain(project: Project, { sessionId, pane, front }: WindowLocation, isChosen: () => boolean): Promise<void> {
  await showProject(project, sessionId, isChosen, pane);
  // Showing a session brings its conversation to the front.
  if (isChosen() && front === 'pane') useWindow.setState({ front });
}

const REMEMBERED = ['project', 'sessionId', 'pane', 'sideClosed', 'front'] as const;

function rememberLocation(now: WindowState, before: WindowState): void {
  if (REMEMBERED.every((key) => now[key] === before[key])) return;
  const { project, sessionId, pane, sideClosed, front } = now;
  if (project) storeLocation({ projectDir: project.projectDir, sessionId, pane, sideClosed, front });
}

export async function openProject(path: string): Promise<boolean> {
  const isChosen = choose();
  const project = await attempt(words.folderNotOpened, call('project.open', { path }));
  if (project && isChosen()) {
    // Who opens a folder is asked; who returns to it is not.
    forgetTrustLater(project);
    await showProject(project, null, isChosen);
  }
  return project !== undefined;
}

/** Uses the host's dialog, or the window's own where the host has none. */
export async function pickProject(): Promise<void> {
  const picked = await attempt(words.folderDialogNotOpened, call('project.pick', {}));
  if (picked?.unsupported) openDialog({ type: 'browse' });
  else if (picked?.path) await openProject(picked.path);
}

export async function startDemo(): Promise<void> {
  const isChosen = choose();
  const demo = await attempt(words.demoNotStarted, call('demo.start', {}));
  if (demo && isChosen()) await showProject(demo.project, demo.sessionId, isChosen);
}

export async function trustProject(projectDir: string): Promise<void> {
  const project = await attempt(words.notTrusted, call('project.trust', { projectDir }));
  if (project) useWindow.setState((state) => (state.project?.projectDir === projectDir ? { project } : state));
}

/** Resolves to whether it succeeded. The question whether to trust the folder isn't asked again by itself. */
export async function revokeTrust(projectDir: string): Promise<boolean> {
  const project = await attempt(words.trustNotRevoked, call('project.revokeTrust', { projectDir }));
  if (project) useWindow.setState((state) => (state.project?.projectDir === projectDir ? { project, trustLater: true } : state));
  return project !== undefined;
}

/** Returns to the list of projects. Sessions continue in main. */
export function closeProject(): void {
  choose();
  forgetLocation();
  useWindow.setState({ project: null, sessionId: null, selectedCallId: null, pane: 'timeline', front: 'conversation' });
  void refreshAppState();
}

/** Opens another window, optionally on a folder. A browser opens another tab of the page. */
export async function openWindow(projectDir?: string): Promise<void> {
  const answer = await attempt(words.windowNotOpened, call('window.open', projectDir === undefined ? {} : { path: projectDir }));
  if (answer && !answer.opened) window.open(windowUrl(projectDir), '_blank', 'noopener');
}

async function refreshAppState(): Promise<void> {
  // Disconnected: fetched again on reconnect.
  const app = await call('app.state', {}).catch(() => undefined);
  if (app) useWindow.setState({ app, waitingCounts: app.waiting });
}

/** Shows the project with the wanted session, else a running or empty one, else a new one. Older sessions are in the menu. */
async function showProject(project: Project, wanted: string | null, isChosen: () => boolean, pane: Pane = 'timeline'): Promise<void> {
  const { projectDir } = project;
  useWindow.setState({
    project,
    dialog: null,
    selectedCallId: null,
    sessionId: null,
    waiting: {},
    asksPending: true,
    pane,
    trustLater: isTrustLater(project),
  });
  void followAsks(projectDir);
  if (wanted !== null && (await show(wanted, projectDir))) return;
  const found = isChosen() ? await goodSession(projectDir) : undefined;
  if (!isChosen()) return;
  // A live session may belong to another process, which keeps it.
  if (found !== undefined && found !== wanted && (await show(found, projectDir))) return;
  if (isChosen()) await newSession();
}

async function goodSession(projectDir: string): Promise<string | undefined> {
  const list = await call('session.list', { projectDir }).catch((error: unknown) => {
    if (error instanceof AppError) return { sessions: [] };
    throw error;
  });
  const session =
    list.sessions.find((candidate) => candidate.live && !candidate.archived) ?? list.sessions.find((candidate) => candidate.title === '');
  return session?.sessionId;
}

async function createSession(projectDir: string): Promise<string | undefined> {
  return (await attempt(words.sessionNotStarted, call('session.create', { projectDir })))?.sessionId;
}

export async function newSession(): Promise<void> {
  const { project } = useWindow.getState();
  if (!project) return;
  const isChosen = choose();
  const id = await createSession(project.projectDir);
  if (id !== undefined && isChosen()) await show(id, project.projectDir);
}

/** Starts a session in a project, which is opened if another one is. */
export async function startSessionIn(projectDir: string): Promise<void> {
  if (useWindow.getState().project?.projectDir === projectDir) return newSession();
  const isChosen = choose();
  const project = await attempt(words.folderNotOpened, call('project.open', { path: projectDir }));
  if (!project || !isChosen()) return;
  const id = await createSession(project.projectDir);
  if (id !== undefined && isChosen()) await showProject(project, id, isChosen);
}

/** Resolves to whether it succeeded. */
export async function renameSession(sessionId: string, title: string, projectDir: string): Promise<boolean> {
  return (await attempt(words.sessionNotRenamed, call('session.rename', { projectDir, sessionId, title }))) !== undefined;
}

/** Resolves to whether it succeeded. */
export async function archiveSession(sessionId: string, projectDir: string, archived: boolean): Promise<boolean> {
  const what = archived ? words.sessionNotArchived : words.sessionNotUnarchived;
  return (await attempt(what, call('session.archive', { projectDir, sessionId, archived }))) !== undefined;
}

/** If the session is shown, a new one replaces it. Resolves to whether it succeeded. */
export async function deleteSession(sessionId: string, projectDir: string): Promise<boolean> {
  if ((await attempt(words.sessionNotDeleted, call('session.delete', { projectDir, sessionId }))) === undefined) return false;
  forgetSession(sessionId);
  forgetShown(sessionId);
  if (useWindow.getState().sessionId === sessionId) await newSession();
  return true;
}

/** Forks the session, whole or up to a message, and shows the fork. Resolves to the text of that message. */
export async function forkSession(
  sessionId: string,
  messageId?: string,
): Promise<{ readonly sessionId: string; readonly text?: string | undefined } | undefined> {
  const { project } = useWindow.getState();
  if (!project) return undefined;
  const { projectDir } = project;
  const isChosen = choose();
  const forked = call('session.fork', { projectDir, sessionId, ...(messageId !== undefined && { messageId }) });
  const fork = await attempt(words.sessionNotForked, forked);
  if (fork && isChosen()) await show(fork.sessionId, projectDir);
  return fork;
}

/** Shows a session of any project. Resolves to whether it can be shown. */
export async function showSessionOf(projectDir: string, sessionId: string): Promise<boolean> {
  if (useWindow.getState().project?.projectDir === projectDir) return showSession(sessionId);
  const isChosen = choose();
  const project = await attempt(words.folderNotOpened, call('project.open', { path: projectDir }));
  if (project && isChosen()) await showProject(project, sessionId, isChosen);
  return project !== undefined;
}

/** Resolves to whether the session can be shown. */
export async function showSession(sessionId: string): Promise<boolean> {
  const { project } = useWindow.getState();
  if (!project) return false;
  choose();
  return show(sessionId, project.projectDir);
}

function show(sessionId: string, projectDir: string): Promise<boolean> {
  useWindow.setState({ sessionId, selectedCallId: null, front: 'conversation' });
  holdSession(sessionId);
  return followSession(sessionId, projectDir);
}
