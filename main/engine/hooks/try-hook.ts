import { isDeepStrictEqual } from 'node:util';
import type { SessionHooks } from '#main/agent/session/session-hooks.ts';
import { hookEffects } from '#main/hooks/hook-effects.ts';
import type { LoadedSettings } from '#main/settings/loaded-settings.ts';
import { AppError } from '#shared/contract/app-error.ts';
import type { HookTrial } from '#shared/contract/commands/hook-commands.ts';
import type { ParsedInput } from '#shared/contract/commands.ts';
import type { SessionEvent } from '#shared/session/event.ts';
import { toolUseBlockSchema } from '#shared/session/content.ts';
import { TOOL_EVENTS } from '#shared/settings/hook-settings.ts';
import { contentText } from '#shared/session/content-text.ts';
import { callDetail } from '../calls/call-detail.ts';

/** Characters of input and of each stream that the window gets. */
const MAX_SHOWN_CHARS = 20_000;

interface TrialHost {
  readonly hooks: SessionHooks;
  readonly events: readonly SessionEvent[];
  readonly settings: LoadedSettings;
}

type WantedTrial = Pick<ParsedInput<'hooks.try'>, 'callId' | 'hook'>;

/**
 * Runs a hook with the JSON of a recorded call, as the session would run it now. Nothing that it answers takes effect and nothing is logged.
 * @throws AppError `refused` for a hook that may not run here, `invalid_input` for an event without a call, `not_found` for an unknown call.
 */
export async function tryHook({ callId, hook }: WantedTrial, { hooks, events, settings }: TrialHost): Promise<HookTrial> {
  assertMayRun(hook, settings);
  if (!TOOL_EVENTS.has(hook.event)) throw new AppError('invalid_input', 'Only hooks about calls can be tried on a call.');
  const { toolName, input } = calledWith(events, callId);
  const call = hooks.runner.describeCall({ toolName, input, callId });
  if (!call) throw new AppError('not_found', `The tool ${toolName} no longer exists, so its call can’t be shown to a hook.`);
  const fields = { tool_name: toolName, tool_input: call.input, tool_use_id: callId, ...resultFields(hook.event, events, callId) };
  const configured = { ...hook, source: 'session' as const, file: undefined, fromRepository: false };
  const startedAt = performance.now();
  const { run, output, covers, json } = await hooks.tryOut(configured, { matchOn: call.names, meets: call.meets, fields, callId });
  const printed =
    run.type === 'answered'
      ? { stdout: run.body, stderr: '' }
      : 'stdout' in run
        ? run
        : { stdout: run.type === 'judged' ? run.text : '', stderr: '' };
  return {
    covers,
    input: clip(json),
    outcome: output.outcome,
    ...(run.type === 'exited' && { exitCode: run.exitCode }),
    ...(run.type === 'answered' && { status: run.status }),
    stdout: clip(printed.stdout),
    stderr: clip(printed.stderr),
    durationMs: Math.round(performance.now() - startedAt),
    effects: hookEffects(output),
  };
}

/** Not a way around trust, nor around what an administrator or the user has disabled. */
function assertMayRun({ event, matcher, handler }: WantedTrial['hook'], { trusted, hooks, layers }: LoadedSettings): void {
  if (handler.type === 'agent')
    throw new AppError('refused', 'A hook that starts an agent can’t be tried: the agent would become part of the session.');
  const isActive = hooks.entries.some(
    (entry) => entry.event === event && entry.matcher === matcher && isDeepStrictEqual(entry.handler, handler),
  );
  if (isActive) return;
  if (!trusted) throw new AppError('refused', 'Only hooks that run can be tried until you trust this folder.');
  if (layers.some(({ value }) => value.disableAllHooks === true || value.allowManagedHooksOnly === true))
    throw new AppError('refused', 'The settings disable hooks here, so only those that still run can be tried.');
}

function calledWith(
  events: readonly SessionEvent[],
  callId: string,
): { readonly toolName: string; readonly input: Record<string, unknown> } {
  for (const event of events.toReversed()) {
    if (event.type !== 'assistant.block') continue;
    const toolUse = toolUseBlockSchema.safeParse(event.data.block);
    if (toolUse.success && toolUse.data.id === callId) return { toolName: toolUse.data.name, input: { ...toolUse.data.input } };
  }
  throw new AppError('not_found', 'This session doesn’t have that call.');
}

/** What the log keeps of the result: the text that the model read, not the tool's own fields. */
function resultFields(event: string, events: readonly SessionEvent[], callId: string): Readonly<Record<string, unknown>> {
  const { content } = callDetail(events, callId);
  const text = contentText(content ?? '');
  switch (event) {
    case 'PostToolUse':
      return { tool_response: text, duration_ms: 0 };
    case 'PostToolUseFailure':
      return { error: text, is_interrupt: false, duration_ms: 0 };
    case 'PermissionRequest':
      return { permission_suggestions: [] };
    case 'PermissionDenied':
      return { reason: text };
    default:
      return {};
  }
}

function clip(text: string): string {
  return text.length <= MAX_SHOWN_CHARS ? text : `${text.slice(0, MAX_SHOWN_CHARS).toWellFormed()}… (${text.length} characters)`;
}
