import { useEffect } from 'react';
import { isWindowCommand, WINDOW_COMMANDS, type WindowCommand, type WindowCommandId } from '#shared/contract/window-commands.ts';
import { openFind } from '../conversation/find/find-state.ts';
import { isInText, readConversation, writeMessage } from '../conversation/composer/message-box.ts';
import { hasDraft, sendDraft } from '../conversation/composer/send-draft.ts';
import { isProjectPane, type Pane, showsPane, useWindow } from '../store/app-store.ts';
import { closeProject, forkSession, newSession, openWindow, pickProject, showSessionOf, startDemo } from '../store/project-actions.ts';
import { compact, interrupt, stopEverything } from '../store/session-actions.ts';
import { inputWaitsOf } from '../store/selectors.ts';
import { previousSession } from '../store/shown-sessions.ts';
import { selectTerminal } from '../store/wanted-terminal.ts';
import { keysOf } from '../store/command-keys.ts';
import { closePane, openDialog, selectCall, setTheme, showConversation, showPane, showSessionList } from '../store/window-actions.ts';
import { openFilter } from '../timeline/filter/timeline-filter.ts';
import { matchesChord } from '../ui/display/kbd.tsx';
import { NARROW } from '../ui/use-media-query.ts';
import { focusOnceThere } from '../ui/focus-once-there.ts';
import { useFind } from '../conversation/find/find-state.ts';
import { closesFind, noteOpen, stopsAgent } from './escape-stops.ts';
import { goToNext } from './go-to-next.ts';
import { focusRegion, regionOf } from './focus-region.ts';
import { focusQueue } from './focus-what-waits.ts';

/** One command of the window, run by key, from the palette, the list of shortcuts or the desktop app's menus. */
export interface Command extends Omit<WindowCommand, 'keys'> {
  readonly id: WindowCommandId;
  readonly run: () => void;
  readonly when: () => boolean;
}

interface CommandAction {
  readonly run: () => void;
  /** Default: always. */
  readonly when?: () => boolean;
}

const inProject = () => useWindow.getState().project !== null;
const isTrusted = () => useWindow.getState().project?.trusted === true;
const inSession = () => useWindow.getState().sessionId !== null;
/** One without a message isn’t listed anywhere. */
const inTitledSession = () => {
  const { sessionId, sessions } = useWindow.getState();
  return sessionId !== null && (sessions[sessionId]?.view.title ?? '') !== '';
};

const ACTIONS: Readonly<Record<WindowCommandId, CommandAction>> = {
  palette: { run: () => openDialog({ type: 'palette' }) },
  shortcuts: { run: () => openDialog({ type: 'shortcuts' }) },
  open: { run: () => void pickProject() },
  'window.new': { run: () => void openWindow() },
  home: { run: closeProject, when: inProject },
  'pane.timeline': { run: () => goTo('timeline'), when: inProject },
  'pane.terminals': { run: goToTerminals, when: inProject },
  'pane.rules': { run: () => goTo('rules'), when: inProject },
  'pane.changes': { run: () => goTo('changes'), when: inProject },
  'pane.tasks': { run: () => goTo('tasks'), when: inProject },
  'pane.settings': { run: () => goTo('settings'), when: inProject },
  'shell.new': {
    run: () => void import('../terminals/user-shells.ts').then(({ startUserShell }) => startUserShell()),
    when: inSession,
  },
  queue: { run: focusQueue, when: inSession },
  'conversation.read': {
    run: readConversation,
    when: () => inSession() && !isInText(),
  },
  'conversation.find': { run: find, when: () => inSession() && !isProjectPane(useWindow.getState().pane) },
  'timeline.filter': { run: filterTimeline, when: inSession },
  'timeline.export': { run: exportTimeline, when: inSession },
  message: { run: writeMessage, when: inSession },
  'message.now': { run: sendNow, when: canSendNow },
  stop: { run: stop, when: inSession },
  'stop.all': { run: stopAll, when: inSession },
  'session.new': { run: () => void newSession(), when: inProject },
  'session.all': { run: () => openDialog({ type: 'sessions' }), when: inProject },
  'session.list': { run: toggleSessionList, when: inProject },
  'session.next': { run: () => void goToNext() },
  'session.previous': { run: goBack, when: () => previousSession() !== undefined },
  'session.rename': { run: () => changeShown('rename'), when: inTitledSession },
  'session.archive': { run: () => changeShown('archive'), when: inTitledSession },
  'session.delete': { run: () => changeShown('delete'), when: inTitledSession },
  'session.fork': { run: fork, when: inSession },
  'session.model': { run: () => openOnStatusBar('model'), when: inSession },
  'session.effort': { run: () => openOnStatusBar('model'), when: inSession },
  report: { run: () => openDialog({ type: 'report' }) },
  'session.usage': { run: () => openOnStatusBar('usage'), when: inSession },
  'session.compact': { run: compactNow, when: inSession },
  commit: { run: commitFiles, when: () => inSession() && useWindow.getState().project?.gitBranch != null },
  restore: { run: restoreFiles, when: inSession },
  'inspector.close': { run: () => selectCall(null), when: () => useWindow.getState().selectedCallId !== null },
  'trust.revoke': { run: () => openDialog({ type: 'revokeTrust' }), when: isTrusted },
  demo: { run: () => void startDemo() },
  access: { run: () => openDialog({ type: 'access', focus: 'key' }) },
  'theme.dark': { run: () => setTheme('dark') },
  'theme.light': { run: () => setTheme('light') },
  'theme.system': { run: () => setTheme('system') },
};

export const COMMANDS: readonly Command[] = Object.keys(WINDOW_COMMANDS)
  .filter(isWindowCommand)
  .map((id) => ({ id, ...WINDOW_COMMANDS[id], when: () => true, ...ACTIONS[id] }));

/** Runs a command from the desktop app's menu, unless a dialog is open or the command is unavailable. */
export function runCommand(id: string): void {
  if (useWindow.getState().dialog !== null || !isWindowCommand(id)) return;
  const { run, when } = ACTIONS[id];
  if (when?.() ?? true) run();
}

/** Shows the pane and focuses it; from inside it, closes it. */
function goTo(pane: Pane): void {
  const { activeElement } = document;
  if (activeElement && regionOf(activeElement) === 'side' && showsPane(useWindow.getState(), pane)) {
    closePane();
    return writeMessage();
  }
  if (coversPanes()) showSessionList(false);
  showPane(pane);
  // After the pane is rendered, unless another key has hidden it by then.
  requestAnimationFrame(() => showsPane(useWindow.getState(), pane) && focusRegion('side'));
}

/** A terminal that waits for input is selected. */
function goToTerminals(): void {
  const state = useWindow.getState();
  const [waiting] = state.sessionId === null ? [] : inputWaitsOf(state, state.sessionId);
  goTo('terminals');
  if (waiting !== undefined && showsPane(useWindow.getState(), 'terminals')) selectTerminal(waiting);
}

function filterTimeline(): void {
  showPane('timeline');
  openFilter();
}

function find(): void {
  showConversation();
  openFind();
}

function exportTimeline(): void {
  const { sessionId } = useWindow.getState();
  if (sessionId !== null) openDialog({ type: 'exportTrace', sessionId });
}

/** Shows the list and focuses its filter, or hides it. */
function toggleSessionList(): void {
  if (useWindow.getState().sessionList) return hideSessionList();
  showSessionList(true);
  focusOnceThere(document.body, () => document.querySelector<HTMLInputElement>('[data-session-list] input'));
}

/** The focus stays where it is, unless it was in the list. */
function hideSessionList(): void {
  const hadFocus = document.querySelector('[data-session-list]')?.contains(document.activeElement) === true;
  showSessionList(false);
  if (hadFocus) writeMessage();
}

/** To the session shown before, and from there back again. A pane in place of the conversation gives way. */
function goBack(): void {
  const session = previousSession();
  if (!session) return;
  showConversation();
  void showSessionOf(session.projectDir, session.sessionId);
}

function changeShown(action: 'rename' | 'archive' | 'delete'): void {
  void import('../sessions/shown-session-actions.ts').then(({ changeShownSession }) => changeShownSession(action));
}

function openOnStatusBar(type: 'model' | 'usage'): void {
  const { sessionId } = useWindow.getState();
  if (sessionId !== null) openDialog({ type, sessionId });
}

function stop(): void {
  const { sessionId } = useWindow.getState();
  if (sessionId !== null) void interrupt(sessionId);
}

function stopAll(): void {
  const { sessionId } = useWindow.getState();
  if (sessionId !== null) void stopEverything(sessionId);
}

function fork(): void {
  const { sessionId } = useWindow.getState();
  if (sessionId !== null) void forkSession(sessionId);
}

function compactNow(): void {
  const { sessionId } = useWindow.getState();
  if (sessionId !== null) void compact(sessionId);
}

/** The form says so if there is nothing to commit. */
function commitFiles(): void {
  const { sessionId, changesSince: since } = useWindow.getState();
  if (sessionId !== null) openDialog({ type: 'commit', sessionId, since });
}

function restoreFiles(): void {
  const { sessionId } = useWindow.getState();
  if (sessionId !== null) openDialog({ type: 'restore', sessionId, messageId: null });
}

/** Also works from other panes, so that a message isn't forgotten. */
function sendNow(): void {
  const { sessionId } = useWindow.getState();
  if (sessionId !== null) void sendDraft(sessionId, { now: true });
}

function canSendNow(): boolean {
  const { sessionId } = useWindow.getState();
  return sessionId !== null && hasDraft(sessionId);
}

/** Handles the keys of the command map. Panes handle their own keys first and stop propagation. */
export function useCommandKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || useWindow.getState().dialog !== null) return;
      if (isPressed(event, 'Escape') && coversPanes() && !isElsewhere(event.target)) {
        event.preventDefault();
        return hideSessionList();
      }
      // 229: handled by an input method (Safari sets isComposing too late).
      if (isPressed(event, 'Escape') && event.keyCode !== 229 && closesFind(event)) {
        event.preventDefault();
        return useFind.setState({ asked: 0, returnTo: null });
      }
      if (isPressed(event, 'Escape') && event.keyCode !== 229 && stopsAgent(event)) {
        event.preventDefault();
        return stop();
      }
      const command = COMMANDS.find(({ id }) => isPressed(event, keysOf(id)));
      if (!command || !command.when()) return;
      const isPlain = !event.ctrlKey && !event.metaKey && !/^F\d+$/u.test(event.key);
      if (isPlain && isTyping(event.target)) return;
      event.preventDefault();
      command.run();
    };
    window.addEventListener('keydown', noteOpen, true);
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', noteOpen, true);
      window.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}

function isPressed(event: KeyboardEvent, keys: string | undefined): boolean {
  return keys !== undefined && matchesChord(event, keys);
}

/** The session list is shown above the panes: Escape closes it first. */
function coversPanes(): boolean {
  return useWindow.getState().sessionList && inProject() && window.matchMedia(NARROW).matches;
}

/** In an open menu or a program, which have their own use for Escape. */
function isElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="menu"], [role="listbox"]:not([data-region] *), .xterm') !== null;
}

/** Plain keys belong to a field, a terminal or an open menu; a list in a pane handles only its own keys. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role="menu"], [role="listbox"]:not([data-region] *), .xterm') !== null
  );
}
