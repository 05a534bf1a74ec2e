import type { NewSessionEvent } from '#shared/session/event.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import type { SiblingAbort } from '#shared/settings/settings-file.ts';
import type { ToolName } from '#shared/tool-table.ts';
import type { ToolUseContext } from '#main/tool/tool.ts';
import { findTool } from '#main/tool/registry.ts';
import type { AbortReason } from './abort.ts';
import type { CallServices } from './call-run.ts';
import type { CallResult, QueuedCall } from './call-result.ts';
import { editedFile } from './edited-file.ts';
import { callRun, runToolCall } from './pipeline.ts';
import { presentInput } from '#main/tool/present-call.ts';
import { interruptBehavior, isConcurrencySafe, isReadOnly } from './safety-questions.ts';
import { askAhead } from './steps/ask-ahead.ts';
import { unknownToolResult } from './steps/check-input.ts';
import { StreamingToolExecutor } from './streaming-executor.ts';

/** Tools that change the mode, the folder, the settings or the rules for the calls after them. */
const CHANGES_LATER_CALLS: ReadonlySet<string> = new Set<ToolName>([
  'Config',
  'EnterPlanMode',
  'EnterWorktree',
  'ExitPlanMode',
  'ExitWorktree',
  'Skill',
]);

export interface ExecutorDeps {
  /** `options.tools` is the tool pool of this request. */
  readonly context: ToolUseContext;
  readonly turnSignal: AbortSignal;
  readonly services: CallServices;
  /** Maximum number of concurrent calls. */
  readonly cap: number;
  /** Default: `all`. */
  readonly siblingAbort?: SiblingAbort;
  /** Called once per call when it has its result. */
  readonly onSettled?: (result: CallResult) => void;
  /** A tool aborted its own call, which ends the turn. */
  readonly onOwnAbort?: (reason: AbortReason) => void;
}

/** Creates the executor of one response: runs calls through the pipeline and logs them. */
export function createExecutor(deps: ExecutorDeps): StreamingToolExecutor {
  const { context, turnSignal, services, cap, siblingAbort = 'all', onSettled, onOwnAbort } = deps;
  const { tools } = context.options;
  const { agentId, parentCallId } = context.agent;
  const append = (event: NewSessionEvent) => services.append(agentId === undefined ? event : { ...event, agentId });
  const inputView = ({ block }: QueuedCall) => presentInput(tools, block.name, block.input);
  return new StreamingToolExecutor({
    context,
    turnSignal,
    cap,
    runCall: (call, callContext, { onChangedInput, ...control }) =>
      runToolCall(call, callContext, services, {
        ...control,
        siblingAbort,
        onChangedInput: (input) => onChangedInput(isConcurrencySafe({ ...call, block: { ...call.block, input } }, tools)),
      }),
    askAhead: (call, callContext, control) =>
      askAhead(callRun(call, callContext, services, { siblingAbort, onWaiting: () => undefined }), control),
    changesLaterCalls: ({ block }) => CHANGES_LATER_CALLS.has(findTool(tools, block.name)?.name ?? block.name),
    editedFile,
    answerAtOnce: (call) => unknownToolResult(call, tools),
    isConcurrencySafe: (call) => isConcurrencySafe(call, tools),
    isReadOnly: (call) => isReadOnly(call, tools),
    interruptBehavior: (call) => interruptBehavior(call, tools),
    onQueued: (call, parallel) =>
      append({
        type: 'call.queued',
        data: {
          callId: call.block.id,
          messageId: call.message.messageId,
          requestId: call.message.requestId,
          toolName: findTool(tools, call.block.name)?.name ?? call.block.name,
          view: inputView(call),
          parallel,
          ...(parentCallId !== undefined && { parentCallId }),
          ...(call.isScripted && { input: { ...call.block.input } }),
        },
      }),
    onSettled: (_call, result) => {
      append({ type: 'call.finished', data: result.finished });
      onSettled?.(result);
    },
    view: inputView,
    describe: (call, result) => named(inputView(call), result?.finished.exitCode),
    ...(onOwnAbort && { onOwnAbort }),
  });
}

function named({ title, summary }: ToolView, exitCode: number | undefined): string {
  const what = summary === '' ? title : `${title} \`${summary.slice(0, 200).toWellFormed()}\``;
  return exitCode === undefined ? what : `${what} (exit code ${exitCode})`;
}
