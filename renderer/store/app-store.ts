import { create } from 'zustand';
import type { AppState, Project } from '#shared/contract/project.ts';
import type { RuleRef } from '#shared/permission/decision.ts';
import type { AsksView } from '#shared/session/fold-asks.ts';
import type { SessionSlot } from './session-slot.ts';
import { storedTheme, type Theme } from './theme.ts';

export const PANES = ['timeline', 'terminals', 'rules', 'changes', 'settings'] as const;
export type Pane = (typeof PANES)[number];

/** Whether the pane is of the folder, not of one session: it takes the conversation's place, and can be looked at before the folder is trusted. */
export function isAside(pane: Pane): pane is 'rules' | 'settings' {
  return pane === 'rules' || pane === 'settings';
}

/** The one dialog that may be open. */
export type OpenDialog =
  | { readonly type: 'shortcuts' }
  | { readonly type: 'palette' }
  | { readonly type: 'sessions' }
  | { readonly type: 'access'; readonly focus: 'key' | 'server' }
  /** `why` explains how one got here, when not asked for. */
  | { readonly type: 'browse'; readonly why?: string | undefined }
  /** `messageId`: the message before which files shall be as they were; `null` lets one choose. */
  | { readonly type: 'restore'; readonly sessionId: string; readonly messageId: string | null }
  /** Both hang on the status bar. */
  | { readonly type: 'model' | 'usage'; readonly sessionId: string }
  | { readonly type: 'exportTrace'; readonly sessionId: string }
  | { readonly type: 'choose'; readonly name: string; readonly candidates: readonly string[] };

/** What someone elsewhere in the window wants of the rules: one made from a call, or one shown. The rule pane takes it up and clears it. */
export type PendingRuleRequest =
  | { readonly type: 'fromCall'; readonly sessionId: string; readonly callId: string }
  | { readonly type: 'show'; readonly rule: RuleRef };

/** Everything the window knows. Changed only by the functions of this folder; read through the hooks in selectors.ts. */
export interface WindowState {
  readonly connection: 'connecting' | 'connected' | 'lost';
  readonly app: AppState | null;
  /** Why the first answer of the host didn't come. */
  readonly startError: string | null;
  readonly project: Project | null;
  readonly sessionId: string | null;
  readonly sessions: Readonly<Record<string, SessionSlot>>;
  /** What waits in the project's other open sessions, by session. */
  readonly waiting: Readonly<Record<string, AsksView>>;
  readonly pane: Pane;
  readonly selectedCallId: string | null;
  readonly dialog: OpenDialog | null;
  readonly theme: Theme;
  /** The user wants to decide later whether to trust the folder. */
  readonly trustLater: boolean;
  readonly pendingRuleRequest: PendingRuleRequest | null;
  /** Counts changes of the rules, so that lists know to fetch again. */
  readonly rulesVersion: number;
  /** Counts changes of the person's own shells. */
  readonly userShellsVersion: number;
  /** Counts changes of MCP servers. */
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
  pane: 'timeline',
  selectedCallId: null,
  dialog: null,
  theme: storedTheme(),
  trustLater: false,
  pendingRuleRequest: null,
  rulesVersion: 0,
  userShellsVersion: 0,
  mcpVersion: 0,
}));
