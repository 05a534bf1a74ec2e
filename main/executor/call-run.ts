import type { NewSessionEvent } from '#shared/session/event.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import type { SiblingAbort } from '#shared/settings/settings-file.ts';
import type { PermissionGate } from '#main/permission/gate.ts';
import type { FrameSink } from '#main/session/frames.ts';
import type { ToolUseContext } from '#main/tool/context.ts';
import type { Tool } from '#main/tool/tool.ts';
import type { CallHooks } from './call-hooks.ts';
import type { QueuedCall } from './call-result.ts';
import type { HookNotes } from './hook-notes.ts';
import { presentCall } from './present-call.ts';

/** What the pipeline needs of the gate. `begin` is a head start that may be missing. */
export type CallGate = Pick<PermissionGate, 'decide'> & Partial<Pick<PermissionGate, 'begin' | 'mayMeet'>>;

/**
 * Called when a call that isn't proven to only read is about to run: what it returns is awaited first. `undefined`: nothing to wait
 * for. Settles soon after `signal` aborts, and never rejects.
 */
export type BeforeEffect = (signal: AbortSignal) => Promise<void> | undefined;

export interface PipelineDeps {
  readonly gate: CallGate;
  readonly append: (event: NewSessionEvent) => void;
  readonly frames: FrameSink;
  /** A wait for a person begins or ends; what it returns is awaited. */
  readonly onWaiting: (waiting: boolean) => void | Promise<void>;
  /** The tool is about to run: from here on the call may have effects. */
  readonly onBegin?: () => void;
  /** Whether somebody still waits for this call; what its tool reports afterwards is dropped. Taken for granted unless given. */
  readonly isOpen?: () => boolean;
  readonly siblingAbort: SiblingAbort;
  readonly beforeEffect?: BeforeEffect | undefined;
  /** What is set to look at calls. */
  readonly hooks?: CallHooks | undefined;
  /** The input was changed: resolves when the call may go on beside what runs, or alone if the new input wants that. */
  readonly onChangedInput?: ((input: Readonly<Record<string, unknown>>) => Promise<void>) | undefined;
}

/** One call on its way through the steps. */
export interface CallRun {
  readonly call: QueuedCall;
  /** This call's own: its abort controller and id are in it. */
  readonly context: ToolUseContext;
  readonly deps: PipelineDeps;
  /** What hooks said on the way. */
  readonly notes: HookNotes;
}

/** The tool's view of a call that failed before it ran. */
export function errorView({ call }: CallRun, tool: Tool, message: string): ToolView {
  return presentCall(tool, { stage: 'error', input: call.block.input, message });
}
