import type { HookVerdict } from '#main/hooks/combine.ts';
import type { HookEventInput, HookRunner } from '#main/hooks/hook-runner.ts';
import type { Tool } from '#main/tool/tool.ts';
import type { HookEvent } from '#shared/settings/hook-settings.ts';
import type { CallRun } from './call-run.ts';

/** What the call pipeline needs from hooks. */
export interface CallHooks {
  readonly runner: Pick<HookRunner, 'run' | 'concerns' | 'mayAllow'>;
  /** Id of the turn the call belongs to. */
  readonly promptId: () => string | undefined;
}

/** Names that hook matchers are compared with: also aliases, so that a guard for an older name still applies. */
export function namesOf({ name, aliases }: Tool): readonly string[] {
  return [name, ...aliases];
}

/** Input for one event of one call; `undefined` when no hook would run. */
export function callEventInput(
  { call, context, deps }: CallRun,
  tool: Tool,
  event: HookEvent,
  input: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>> = {},
): (() => Promise<HookVerdict>) | undefined {
  const { hooks, gate } = deps;
  if (!hooks) return undefined;
  const { id: callId } = call.block;
  const eventInput: HookEventInput = {
    event,
    matchOn: namesOf(tool),
    fields: { tool_name: tool.name, tool_input: input, tool_use_id: callId, ...more },
    cwd: context.cwd,
    mode: context.getAppState().permission.mode,
    agent: context.agent,
    promptId: hooks.promptId(),
    callId,
    meets: (rule) => gate.mayMeet?.(rule, { tool, call: { callId, input }, context }) ?? true,
    signal: context.abortController.signal,
  };
  return hooks.runner.concerns(eventInput) ? () => hooks.runner.run(eventInput) : undefined;
}
