import type { Span } from '#shared/session/call-record.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import type { SiblingAbort } from '#shared/settings/settings-file.ts';
import type { PermissionGate } from '#main/permission/gate.ts';
import type { AheadQuestion } from '#main/permission/gate/ahead-question.ts';
import type { FrameSink } from '#main/session/frames.ts';
import type { ToolUseContext, Tool } from '#main/tool/tool.ts';
import type { HookVerdict } from '#main/hooks/combine.ts';
import type { HookEventInput, HookRunner } from '#main/hooks/hook-runner.ts';
import type { HookEvent } from '#shared/settings/hook-settings.ts';
import type { QueuedCall } from './call-result.ts';
import type { CallNotes } from './call-notes.ts';
import { presentCall } from '#main/tool/present-call.ts';

/** What the pipeline needs from the gate. `begin` is an optional head start for the decision, `askAhead` for the question. */
export type CallGate = Pick<PermissionGate, 'decide'> &
  Partial<Pick<PermissionGate, 'begin' | 'mayMeet' | 'allows' | 'askAhead' | 'denyAhead'>>;

/**
 * Called before a call runs that isn't proven read-only; the returned promise is awaited first. `undefined`: nothing to wait for.
 * Settles soon after `signal` aborts, and never rejects.
 */
export type BeforeEffect = (signal: AbortSignal) => Promise<void> | undefined;

/** What all calls of an agent share. One object for all of them, so that a new service reaches the step that uses it by itself. */
export interface CallServices {
  readonly gate: CallGate;
  readonly append: (event: NewSessionEvent) => void;
  readonly frames: FrameSink;
  readonly beforeEffect?: BeforeEffect | undefined;
  readonly hooks?: CallHooks | undefined;
}

/** What the executor passes to the pipeline of one call, and its callbacks. */
export interface RunControl {
  readonly siblingAbort: SiblingAbort;
  /** Called when a wait for the user starts and ends; the returned promise is awaited. */
  readonly onWaiting: (waiting: boolean) => void | Promise<void>;
  /** The question that was put before the call's turn. */
  readonly ahead?: Promise<AheadQuestion | undefined> | undefined;
  /** Why an earlier answer about the call doesn't count. */
  readonly askedAgainBecause?: string | undefined;
  /** Called right before the tool runs: from here on the call may have effects. */
  readonly onBegin?: () => void;
  /** Whether the call is still open; progress reported after its end is dropped. Default: always open. */
  readonly isOpen?: () => boolean;
  /**
   * Called when the input was replaced. Resolves when the call may continue: alongside running calls, or alone if the new input requires
   * it.
   */
  readonly onChangedInput?: (input: Readonly<Record<string, unknown>>) => Promise<void>;
}

/** State of one call in the pipeline. */
export interface CallRun {
  readonly call: QueuedCall;
  /** Context of this call, with its own abort controller and id. */
  readonly context: ToolUseContext;
  readonly services: CallServices;
  readonly control: RunControl;
  readonly recorder: SpanRecorder;
  /** Messages from hooks for the result. */
  readonly notes: CallNotes;
}

/** Logs an event of a call, attributed to its agent. */
export function appendOf({ context, services }: CallRun, event: NewSessionEvent): void {
  const { agentId } = context.agent;
  services.append(agentId === undefined ? event : { ...event, agentId });
}

/** The tool's view of a call that failed before it ran. */
export function errorView({ call }: CallRun, tool: Tool, message: string): ToolView {
  return presentCall(tool, { stage: 'error', input: call.block.input, message });
}

/** What the call pipeline needs from hooks. */
export interface CallHooks {
  readonly runner: Pick<HookRunner, 'run' | 'concerns' | 'decidesAbout' | 'mayAllow'>;
  /** Id of the turn the call belongs to. */
  readonly promptId: string | undefined;
}

/** Names that hook matchers are compared with: also aliases, so that a guard for an older name still applies. */
export function namesOf({ name, aliases }: Tool): readonly string[] {
  return [name, ...aliases];
}

/** Input for one event of one call; `undefined` when no hook would run. */
export function callEventInput(
  { call, context, services }: CallRun,
  tool: Tool,
  event: HookEvent,
  input: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>> = {},
): (() => Promise<HookVerdict>) | undefined {
  const { hooks } = services;
  const eventInput = hooks && hookInput({ call, context, services }, tool, event, input, more);
  return hooks && eventInput && hooks.runner.concerns(eventInput) ? () => hooks.runner.run(eventInput) : undefined;
}

/** Whether a hook of the event is waited for, and so may decide about the call. */
export function isDecidedByHook(
  run: Pick<CallRun, 'call' | 'context' | 'services'>,
  tool: Tool,
  input: Readonly<Record<string, unknown>>,
): boolean {
  const { hooks } = run.services;
  return hooks?.runner.decidesAbout(hookInput(run, tool, 'PreToolUse', input, {})) ?? false;
}

function hookInput(
  { call, context, services: { hooks, gate } }: Pick<CallRun, 'call' | 'context' | 'services'>,
  tool: Tool,
  event: HookEvent,
  input: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>>,
): HookEventInput {
  const { id: callId } = call.block;
  return {
    event,
    matchOn: namesOf(tool),
    fields: { tool_name: tool.name, tool_input: input, tool_use_id: callId, ...more },
    cwd: context.cwd,
    mode: context.getAppState().permission.mode,
    agent: context.agent,
    promptId: hooks?.promptId,
    callId,
    meets: (rule) => gate.mayMeet?.(rule, { tool, call: { callId, input }, context }) ?? true,
    signal: context.abortController.signal,
  };
}

/** Records the steps of one call with their times. Durations use a monotonic clock. */
export class SpanRecorder {
  readonly #spans: Span[] = [];
  readonly #offset = Date.now() - performance.now();

  get spans(): readonly Span[] {
    return this.#spans;
  }

  /** Runs one step; `outcomeOf` derives from its value whether the call continues. An exception is recorded as failed and rethrown. */
  async step<T>(name: string, work: () => T | Promise<T>, outcomeOf: (value: T) => Span['outcome']): Promise<T> {
    const start = this.#now();
    try {
      const value = await work();
      this.#spans.push({ step: name, start, end: this.#now(), outcome: outcomeOf(value) });
      return value;
    } catch (error) {
      this.#spans.push({ step: name, start, end: this.#now(), outcome: 'failed' });
      throw error;
    }
  }

  /** Epoch milliseconds with microsecond resolution. */
  #now(): number {
    return Math.round((this.#offset + performance.now()) * 1000) / 1000;
  }
}
