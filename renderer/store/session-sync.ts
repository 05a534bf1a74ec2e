import { AppError } from '#shared/contract/app-error.ts';
import type { Project } from '#shared/contract/project.ts';
import type { StoredEvent } from '#shared/session/event.ts';
import type { SessionFrame } from '#shared/session/frame.ts';
import { unpackView } from '#shared/session/pack-view.ts';
import { errorMessage } from '#shared/error-message.ts';
import { call, type Client } from '../bridge/client.ts';
import { showToast } from '../ui/overlays/toast.tsx';
import { useWindow } from './app-store.ts';
import { holdEngineTime, observeEventTime } from './engine-clock.ts';
import { holdOnly } from './held-sessions.ts';
import { emptySlot, type SessionSlot, withEvents, withFrames, withSnapshot } from './session-slot.ts';
import { deliverTerminalOutput, deliverTerminalState } from './terminal-frames.ts';
import { askTrust } from './window-actions.ts';
import { followAsks, receiveForAsks } from './waiting-asks.ts';
import { followWaitingCounts, refreshWaitingCounts } from './waiting-counts.ts';
import { words } from './words.ts';

/** Fallback delay for hidden pages, which get no animation frames. Milliseconds. */
const MAX_DELAY_MS = 100;

/** Calls back once before the next paint, or after a short delay while the page is hidden. */
function beforeNextPaint(callback: () => void): void {
  const run = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    callback();
  };
  const frame = requestAnimationFrame(run);
  const timer = setTimeout(run, MAX_DELAY_MS);
}

/** Events that arrived while a snapshot was being fetched. */
const early = new Map<string, StoredEvent[]>();

/**
 * Fetches a session's view and subscribes to its events. Called again after a gap or a lost connection. Resolves to whether it can be
 * shown; if not, the slot has the error.
 */
export async function followSession(sessionId: string, projectDir: string): Promise<boolean> {
  if (early.has(sessionId)) return true;
  early.set(sessionId, []);
  changeSlot(sessionId, (slot) => slot ?? emptySlot(projectDir));
  try {
    const { packed, halted, asking } = await call('session.open', { sessionId, projectDir });
    const view = unpackView(packed);
    const events = early.get(sessionId) ?? [];
    early.delete(sessionId);
    changeSlot(sessionId, (slot) => withSnapshot(slot ?? emptySlot(projectDir), view, halted, asking));
    receiveEvents(sessionId, events);
    return true;
  } catch (error) {
    early.delete(sessionId);
    const message = errorMessage(error);
    // Keep showing the current state while disconnected: it is fetched again on reconnect.
    const broken = error instanceof AppError && error.code === 'unavailable';
    changeSlot(sessionId, (slot) =>
      broken && slot?.status === 'ready' ? slot : { ...(slot ?? emptySlot(projectDir)), status: 'error', error: message },
    );
    return false;
  }
}

/** Pushes since the last paint, in order. */
let waiting: (() => void)[] = [];
/** Slots changed by pushes and not yet written to the store. */
let changed: Record<string, SessionSlot> | null = null;

/**
 * Batches everything that arrives between two paints into one store update, so the window renders at most once per frame and catches up in
 * one step when it lags.
 */
function receive(work: () => void): void {
  if (waiting.length === 0) beforeNextPaint(receiveWaiting);
  waiting.push(work);
}

function receiveWaiting(): void {
  if (waiting.length === 0) return;
  const works = waiting;
  waiting = [];
  changed = {};
  for (const work of works) {
    try {
      work();
    } catch (error) {
      // The other pushes still apply; a gap in this session is detected at its next event.
      reportError(error);
    }
  }
  const slots = changed;
  changed = null;
  if (Object.keys(slots).length > 0) useWindow.setState((state) => ({ sessions: { ...state.sessions, ...slots } }));
}

function receiveEvents(sessionId: string, events: readonly StoredEvent[]): void {
  const held = early.get(sessionId);
  if (held) {
    held.push(...events);
    return;
  }
  const slot = slotOf(sessionId);
  if (!slot) receiveForAsks(sessionId, events);
  if (!slot || events.length === 0) return;
  const next = foldOrGap(slot, events);
  if (next === 'gap') void followSession(sessionId, slot.view.projectDir);
  else changeSlot(sessionId, () => next);
}

function foldOrGap(slot: SessionSlot, events: readonly StoredEvent[]): SessionSlot | 'gap' {
  try {
    return withEvents(slot, events);
  } catch (error) {
    // Main's own fold makes the snapshot, so it works even where folding an event failed here.
    reportError(error);
    return 'gap';
  }
}

function receiveFrames(sessionId: string, frames: readonly SessionFrame[]): void {
  for (const frame of frames) {
    if (frame.type === 'terminal') deliverTerminalOutput(frame.terminalId, frame.offset, frame.data);
    else if (frame.type === 'terminal_state') deliverTerminalState(frame.terminalId, frame.state);
  }
  const others = frames.filter(({ type }) => type !== 'terminal' && type !== 'terminal_state');
  if (others.length > 0) receive(() => changeSlot(sessionId, (slot) => slot && withFrames(slot, others)));
}

function slotOf(sessionId: string): SessionSlot | undefined {
  return changed?.[sessionId] ?? useWindow.getState().sessions[sessionId];
}

function changeSlot(sessionId: string, change: (slot: SessionSlot | undefined) => SessionSlot | undefined): void {
  const before = slotOf(sessionId);
  const after = change(before);
  if (after === undefined || after === before) return;
  if (changed) changed[sessionId] = after;
  else useWindow.setState((state) => ({ sessions: { ...state.sessions, [sessionId]: after } }));
}

/** Connects the store to main's pushes. Called once. */
export function followPushes(client: Client): void {
  client.on('session.events', ({ sessionId, events }) => {
    const last = events.at(-1);
    if (last) observeEventTime(last.at);
    receive(() => receiveEvents(sessionId, events));
    // A person is being asked: don't wait for the next frame, which may take long.
    if (events.some(({ type }) => type === 'call.asked')) receiveWaiting();
  });
  client.on('session.frames', ({ sessionId, frames }) => receiveFrames(sessionId, frames));
  client.on('session.halted', ({ sessionId, halted }) => receive(() => changeSlot(sessionId, (slot) => slot && { ...slot, halted })));
  // Apply pushes sent before an answer before the answer resolves.
  client.beforeAnswers(receiveWaiting);
  client.on('mcp.changed', () => useWindow.setState((state) => ({ mcpVersion: state.mcpVersion + 1 })));
  client.on('userShells.changed', () => useWindow.setState((state) => ({ userShellsVersion: state.userShellsVersion + 1 })));
  client.on('rules.changed', () => useWindow.setState((state) => ({ rulesVersion: state.rulesVersion + 1 })));
  client.on('project.changed', ({ project }) => receiveProject(project));
  followWaitingCounts(client);
  client.on('access.changed', ({ access }) => useWindow.setState((state) => (state.app ? { app: { ...state.app, access } } : state)));
  client.on('preferences.changed', ({ preferences }) =>
    useWindow.setState((state) => (state.app ? { app: { ...state.app, preferences } } : state)),
  );
  client.onConnection((connected) => {
    const before = useWindow.getState().connection;
    holdEngineTime(!connected);
    useWindow.setState({ connection: connected ? 'connected' : 'lost' });
    if (connected && before === 'lost') void followOpenSessions();
  });
}

/**
 * A folder's own configuration may change while a session runs, also by the agent, and its trust may be revoked. That shows a toast and never
 * replaces the session.
 */
function receiveProject(project: Project): void {
  const before = useWindow.getState().project;
  if (before?.projectDir !== project.projectDir) return;
  if (before.gone && !project.gone) showToast({ title: words.folderIsBack });
  const lostTrust = !project.gone && before.trusted && !project.trusted && project.untrustedItems.length > 0;
  const isRevoked = project.trustedBefore === undefined;
  useWindow.setState({ project, ...(lostTrust && { trustLater: true }) });
  if (lostTrust)
    showToast({
      title: isRevoked ? words.trustRevoked : words.configurationChanged,
      detail: words.untilTrusted,
      action: { label: words.review, run: () => askTrust(true) },
    });
}

async function followOpenSessions(): Promise<void> {
  const { sessionId, project } = useWindow.getState();
  useWindow.setState((state) => ({ rulesVersion: state.rulesVersion + 1 }));
  holdOnly(sessionId);
  if (!project) return void refreshWaitingCounts();
  const followed = sessionId === null ? undefined : followSession(sessionId, project.projectDir);
  void followAsks(project.projectDir);
  void refreshWaitingCounts();
  await followed;
}
