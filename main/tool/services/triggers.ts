import type { Trigger } from '#shared/session/view.ts';

export interface TriggerChange {
  readonly name?: string | undefined;
  readonly prompt?: string | undefined;
  readonly enabled?: boolean | undefined;
}

/** What became of a run that was asked for. */
export type TriggerStart =
  | { readonly type: 'accepted'; readonly runId: string }
  /** `refused`: the session’s mode allows too much for prompts from outside. */
  | { readonly type: 'unknown' | 'disabled' | 'busy' | 'refused' };

export interface TriggerRunLog {
  readonly triggerId: string;
  /** `waiting` for the turn before it to end. */
  readonly state: 'waiting' | 'running' | 'ended';
  /** What the agent wrote. */
  readonly texts: readonly string[];
}

/** Prompts of a session that the agent, or a program over HTTP, may start. */
export interface TriggerService {
  readonly triggers: readonly Trigger[];
  /** @throws Error for the model beyond the limit. */
  add(trigger: { readonly name: string; readonly prompt: string; readonly enabled: boolean; readonly webhook: boolean }): Trigger;
  /** `undefined` for an unknown id. */
  change(triggerId: string, change: TriggerChange): Trigger | undefined;
  remove(triggerId: string): Trigger | undefined;
  /** Runs it when the session is idle. `payload`: text from outside. */
  start(triggerId: string, via: 'webhook' | 'agent', payload: string | undefined): TriggerStart;
  runLog(runId: string): TriggerRunLog | undefined;
}
