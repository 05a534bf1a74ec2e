import type { Backtest, RuleUsage } from '#shared/contract/rules.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { BacktestJob } from './backtest.ts';

/** What the thread does; answers come under the same id. */
export type ThreadJob = { readonly sessionsDir: string; readonly limit: number } & (
  | { readonly type: 'backtest'; readonly job: BacktestJob }
  | { readonly type: 'usage'; readonly context: ToolPermissionContext }
);

export type ThreadRequest = { readonly id: number; readonly job: ThreadJob } | { readonly id: number; readonly cancel: true };

export type ThreadAnswer =
  | { readonly id: number; readonly type: 'backtest'; readonly result: Backtest }
  | { readonly id: number; readonly type: 'usage'; readonly result: RuleUsage }
  | { readonly id: number; readonly type: 'cancelled' }
  | { readonly id: number; readonly type: 'failed'; readonly message: string };
