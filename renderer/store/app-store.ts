import { create } from 'zustand';
import type { ChangesSince } from '#shared/contract/changes.ts';
import type { EditableSettingsFile } from '#shared/contract/commands/settings-commands.ts';
import type { Theme } from '#shared/contract/preferences.ts';
import type { AppState, Project, SessionSummary, WaitingCount } from '#shared/contract/project.ts';
import type { RuleRef } from '#shared/permission/decision.ts';
import type { AsksView } from '#shared/session/fold/fold-asks.ts';
import type { SessionSlot } from './session-slot.ts';

export const THEMES: readonly Theme[] = ['system', 'dark', 'light'];

const KEY = 'gatehouse.theme';

function storedTheme(): Theme {
  const stored = typeof localStorage === 'undefined' ? null : localStorage.getItem(KEY);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/** Applies the theme to the page, and stores it for the next first paint. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
  localStorage.setItem(KEY, theme);
}

const SESSION_LIST_KEY = 'gatehouse.sessionList';
/** Without a choice, it is shown where the panes still have room beside it. */
const WIDE = '(min-width: 1500px)';

function storedSessionList(): boolean {
  const stored = typeof localStorage === 'undefined' ? null : localStorage.getItem(SESSION_LIST_KEY);
  return stored === null ? typeof matchMedia !== 'undefined' && matchMedia(WIDE).matches : stored === 'shown';
}

/** Stores whether the list of sessions is shown. */
export function storeSessionList(isShown: boolean): void {
  localStorage.setItem(SESSION_LIST_KEY, isShown ? 'shown' : 'hidden');
}

const SINCE_KEY = 'gatehouse.changesSince';

/** Kept over a reload. */
function storedChangesSince(): ChangesSince {
  const stored = typeof sessionStorage === 'undefined' ? null : sessionStorage.getItem(SINCE_KEY);
  return stored === 'turn' || stored === 'commit' ? stored : 'session';
}

export function storeChangesSince(since: ChangesSince): void {
  sessionStorage.setItem(SINCE_KEY, since);
}

export const PANES = ['timeline', 'terminals', 'rules', 'changes', 'tasks', 'settings'] as const;
export type Pane = (typeof PANES)[number];

/**
 * Whether the pane belongs to the folder rather than to a session. Such a pane replaces the conversation and works before the folder is
 * trusted.
 */
export function isProjectPane(pane: Pane): pane is 'rules' | 'settings' {
  return pane === 'rules' || pane === 'settings';
}

/** Whether the conversation is in sight on a phone, which shows one pane at a time. */
export function showsConversation({ pane, front }: Pick<WindowState, 'pane' | 'front'>): boolean {
  return front === 'conversation' && !isProjectPane(pane);
}

/** Whether the pane is in sight; on a phone, where one is in front. */
export function showsPane(state: Pick<WindowState, 'pane' | 'sideClosed'>, pane: Pane): boolean {
  return state.pane === pane && (isProjectPane(pane) || !state.sideClosed);
}

/** The one dialog that may be open. */
export type OpenDialog =
  | { readonly type: 'shortcuts' }
  | { readonly type: 'palette' }
  | { readonly type: 'sessions' }
  | { readonly type: 'report' }
  | { readonly type: 'deleteSession' | 'renameSession'; readonly session: Pick<SessionSummary, 'sessionId' | 'projectDir' | 'title'> }
  | { readonly type: 'revokeTrust' }
  | { readonly type: 'access'; readonly focus: 'key' | 'server' }
  /** `why`: the reason, when the dialog opened without the user asking for it. */
  | { readonly type: 'browse'; readonly why?: string | undefined }
  /** `messageId`: restore files to their state before this message; `null` shows a picker. */
  | { readonly type: 'restore'; readonly sessionId: string; readonly messageId: string | null }
  | { readonly type: 'commit'; readonly sessionId: string; readonly since: ChangesSince }
  /** Both are anchored to the status bar. */
  | { readonly type: 'model' | 'usage'; readonly sessionId: string }
  | { readonly type: 'exportTrace'; readonly sessionId: string }
  | { readonly type: 'choose'; readonly name: string; readonly candidates: readonly string[] };

/** A request to the rule pane from elsewhere in the window, which the pane handles and clears. */
export type PendingRuleRequest =
  | { readonly type: 'fromCall'; readonly sessionId: string; readonly callId: string }
  | { readonly type: 'show'; readonly rule: RuleRef }
  | { readonly type: 'file'; readonly file: EditableSettingsFile }
  /** An empty draft, a call to try, the rule packs. */
  | { readonly type: 'new' }
  | { readonly type: 'try' }
  | { readonly type: 'packs' };

/** The window's whole state. Written only by the functions in this folder; read through the hooks in selectors.ts. */
export interface WindowState {
  readonly connection: 'connecting' | 'connected' | 'lost';
  readonly app: AppState | null;
  /** Why the first request to the host failed. */
  readonly startError: string | null;
  readonly project: Project | null;
  readonly sessionId: string | null;
  readonly sessions: Readonly<Record<string, SessionSlot>>;
  /** Pending asks of the project's other open sessions, by session. */
  readonly waiting: Readonly<Record<string, AsksView>>;
  /** How many requests wait in each project, this one too. */
  readonly waitingCounts: readonly WaitingCount[];
  /** The asks of the project that is shown now haven't arrived yet: those known may be fewer. */
  readonly asksPending: boolean;
  readonly pane: Pane;
  /** The conversation has the whole width. A phone shows one of the two anyway. */
  readonly sideClosed: boolean;
  /** Which of the two a phone shows; elsewhere they are beside each other. */
  readonly front: 'conversation' | 'pane';
  readonly selectedCallId: string | null;
  readonly dialog: OpenDialog | null;
  readonly theme: Theme;
  /** The user has postponed the decision whether to trust the folder. */
  readonly trustLater: boolean;
  readonly pendingRuleRequest: PendingRuleRequest | null;
  /** Whether the list of all sessions is shown at the left edge. */
  readonly sessionList: boolean;
  /** Whether the settings show what is set up. */
  readonly showsSetUp: boolean;
  /** The section or the key of a setting to go to in the settings. The pane goes there and clears it. */
  readonly settingsTarget: string | null;
  /** What the changes pane compares with. */
  readonly changesSince: ChangesSince;
  /** The one turn whose changes it shows instead. */
  readonly changesTurn: string | null;
  /** The file to go to in the changes. The pane goes there and clears it. */
  readonly changesFile: string | null;
  /** Incremented when rules change, so that lists refetch. */
  readonly rulesVersion: number;
  /** Incremented when the user's own shells change. */
  readonly userShellsVersion: number;
  /** Incremented when MCP servers change. */
  readonly mcpVersion: number;
}

export const useWindow = create<WindowState>(() => ({
  connection: 'connecting',
  app: null,
  startError: null,
  project: null,
  sessionId: null,
  sessions: {},
  waiting: {},
  waitingCounts: [],
  asksPending: false,
  pane: 'timeline',
  sideClosed: false,
  front: 'conversation',
  selectedCallId: null,
  dialog: null,
  theme: storedTheme(),
  trustLater: false,
  pendingRuleRequest: null,
  sessionList: storedSessionList(),
  changesSince: storedChangesSince(),
  changesTurn: null,
  changesFile: null,
  showsSetUp: false,
  settingsTarget: null,
  rulesVersion: 0,
  userShellsVersion: 0,
  mcpVersion: 0,
}));
