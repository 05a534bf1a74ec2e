import type { Replay } from '#shared/contract/rule-sets.ts';
import type { Backtest, LearnedRule, RuleCompletion, RuleUsage } from '#shared/contract/rules.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { BacktestJob } from './backtest.ts';
import type { SuggestedRules } from './past-call.ts';
import type { ReplayJob } from './replay.ts';

/** A job of the worker thread. Its answer has the same id. */
export type ThreadJob = { readonly sessionsDir: string } & (
  | { readonly type: 'replay'; readonly sessionId: string; readonly job: ReplayJob }
  | HistoryJob
);

/** A job about the latest `limit` calls of all sessions. */
export type HistoryJob = { readonly limit: number } & (
  | { readonly type: 'backtest'; readonly job: BacktestJob }
  | { readonly type: 'usage'; readonly context: ToolPermissionContext }
  | { readonly type: 'completions'; readonly projectDir: string }
  | { readonly type: 'learned'; readonly context: ToolPermissionContext; readonly suggested: readonly SuggestedRules[] }
);

export type ThreadRequest = { readonly id: number; readonly job: ThreadJob } | { readonly id: number; readonly cancel: true };

export type ThreadAnswer = { readonly id: number } & (
  | { readonly type: 'backtest'; readonly result: Backtest }
  | { readonly type: 'usage'; readonly result: RuleUsage }
  | { readonly type: 'completions'; readonly result: RuleCompletion[] }
  | { readonly type: 'learned'; readonly result: LearnedRule | null }
  | { readonly type: 'replay'; readonly result: Replay }
  | { readonly type: 'cancelled' }
  | { readonly type: 'failed'; readonly message: string }
);
