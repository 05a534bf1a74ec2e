import type { EarlyStart } from '#main/permission/classifier/auto-classifier.ts';
import type { Tool } from '#main/tool/tool.ts';
import type { CallRun } from '../call-run.ts';

/**
 * In auto mode, sends a shell command to the classifier's fast stage while hooks still run, so that the verdict is ready for the
 * decision. Cancelled when it isn't needed.
 */
export function beginClassifier({ call, context, deps }: CallRun, tool: Tool, input: Record<string, unknown>): EarlyStart | undefined {
  if (tool.name !== 'Bash') return undefined;
  return deps.gate.begin?.({
    tool,
    call: { callId: call.block.id, input: tool.backfillObservableInput(structuredClone(input), context) },
    context,
    signal: context.abortController.signal,
  });
}
