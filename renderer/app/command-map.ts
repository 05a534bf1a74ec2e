import { focusMessageBox } from '../conversation/focus-message-box.ts';
import { hasDraft, sendDraft, SEND_NOW_KEYS } from '../conversation/send-draft.ts';
import { PANES, useWindow, type Pane } from '../store/app-store.ts';
import { forkSession, newSession, pickProject, startDemo } from '../store/project-actions.ts';
import { compact, interrupt } from '../store/session-actions.ts';
import { openDialog, selectCall, setTheme, showPane } from '../store/window-actions.ts';
import { openFilter } from '../timeline/timeline-filter.ts';
import { focusRegion } from './focus-region.ts';
import { PANE_KEYS, PANE_WORDS } from './pane-words.ts';

/** One act of the window: by key, in the palette, in the list of shortcuts. */
export interface Command {
  readonly id: string;
  readonly label: string;
  readonly keys?: string;
  /** Works while typing in a field. Default: only chords with Mod do. */
  readonly run: () => void;
  readonly available?: () => boolean;
}

const inProject = () => useWindow.getState().project !== null;
const inSession = () => useWindow.getState().sessionId !== null;

export const COMMANDS: readonly Command[] = [
  { id: 'palette', label: 'Open the command palette', keys: 'Mod+K', run: () => openDialog({ type: 'palette' }) },
  { id: 'shortcuts', label: 'Show keyboard shortcuts', keys: '?', run: () => openDialog({ type: 'shortcuts' }) },
  { id: 'open', label: 'Open a folder', keys: 'Mod+O', run: () => void pickProject() },
  ...PANES.map((pane) => ({
    id: `pane.${pane}`,
    label: PANE_WORDS[pane],
    keys: PANE_KEYS[pane],
    run: () => goTo(pane),
    available: inProject,
  })),
  { id: 'queue', label: 'Go to the permission queue', keys: 'Mod+J', run: () => focusRegion('permission-queue'), available: inSession },
  { id: 'timeline.filter', label: 'Filter the timeline', keys: '/', run: filterTimeline, available: inSession },
  { id: 'timeline.export', label: 'Export the timeline', run: exportTimeline, available: inSession },
  { id: 'message', label: 'Write a message', keys: 'Mod+I', run: writeMessage, available: inSession },
  { id: 'message.now', label: 'Send the message now', keys: SEND_NOW_KEYS, run: sendNow, available: canSendNow },
  { id: 'stop', label: 'Stop all', keys: 'Mod+.', run: stop, available: inSession },
  { id: 'session.new', label: 'Start a new session', keys: 'Shift+Mod+O', run: () => void newSession(), available: inProject },
  { id: 'session.fork', label: 'Fork the session', run: fork, available: inSession },
  { id: 'session.compact', label: 'Compact the conversation', run: compactNow, available: inSession },
  { id: 'restore', label: 'Restore files', run: restoreFiles, available: inSession },
  {
    id: 'inspector.close',
    label: 'Close the inspector',
    keys: 'Escape',
    run: () => selectCall(null),
    available: () => useWindow.getState().selectedCallId !== null,
  },
  { id: 'demo', label: 'Start the demo', run: () => void startDemo() },
  { id: 'access', label: 'Enter a key or a server', run: () => openDialog({ type: 'access', focus: 'key' }) },
  { id: 'theme.dark', label: 'Use the dark theme', run: () => setTheme('dark') },
  { id: 'theme.light', label: 'Use the light theme', run: () => setTheme('light') },
  { id: 'theme.system', label: 'Follow the system theme', run: () => setTheme('system') },
];

function goTo(pane: Pane): void {
  showPane(pane);
  // Once it is drawn.
  requestAnimationFrame(() => focusRegion('side'));
}

function filterTimeline(): void {
  showPane('timeline');
  openFilter();
}

function exportTimeline(): void {
  const { sessionId } = useWindow.getState();
  if (sessionId !== null) openDialog({ type: 'exportTrace', sessionId });
}

function writeMessage(): void {
  const { pane } = useWindow.getState();
  if (pane === 'rules' || pane === 'settings') showPane('timeline');
  requestAnimationFrame(focusMessageBox);
}

function stop(): void {
  const { sessionId } = useWindow.getState();
  if (sessionId !== null) void interrupt(sessionId);
}

function fork(): void {
  const { sessionId } = useWindow.getState();
  if (sessionId !== null) void forkSession(sessionId);
}

function compactNow(): void {
  const { sessionId } = useWindow.getState();
  if (sessionId !== null) void compact(sessionId);
}

function restoreFiles(): void {
  const { sessionId } = useWindow.getState();
  if (sessionId !== null) openDialog({ type: 'restore', sessionId, messageId: null });
}

/** Also from elsewhere in the window, so that a message isn't lost sight of. */
function sendNow(): void {
  const { sessionId } = useWindow.getState();
  if (sessionId !== null) void sendDraft(sessionId, { now: true });
}

function canSendNow(): boolean {
  const { sessionId } = useWindow.getState();
  return sessionId !== null && hasDraft(sessionId);
}
