import { type CallEnd, type CallResult, type QueuedCall, toCallResult } from '#main/executor/call-result.ts';
import type { CallControl } from '#main/executor/executor-options.ts';
import type { ToolUseContext } from '#main/tool/tool.ts';

/** A call named `id`; safe ones start with `s`. */
export function callNamed(id: string): QueuedCall {
  return { block: { type: 'tool_use', id, name: id, input: {} }, message: { messageId: 'm', requestId: 'r', blocks: [] } };
}

export interface ManualRun {
  readonly call: QueuedCall;
  readonly context: ToolUseContext;
  readonly control: CallControl;
  finish(end?: Partial<CallEnd>): void;
  fail(error: unknown): void;
}

/** A runner whose calls end when the test says so. */
export class ManualRunner {
  readonly runs = new Map<string, ManualRun>();
  readonly started: string[] = [];

  readonly run = (call: QueuedCall, context: ToolUseContext, control: CallControl): Promise<CallResult> =>
    new Promise((resolve, reject) => {
      const { id } = call.block;
      this.started.push(id);
      this.runs.set(id, { call, context, control, finish: (end = {}) => resolve(resultOf(call, end)), fail: reject });
    });

  get(id: string): ManualRun {
    const run = this.runs.get(id);
    if (!run) throw new Error(`${id} has not started`);
    return run;
  }
}

export function resultOf(call: QueuedCall, end: Partial<CallEnd> = {}): CallResult {
  return toCallResult(
    call,
    {
      outcome: 'done',
      isError: false,
      content: `result of ${call.block.id}`,
      view: { kind: 'other', title: call.block.name, summary: '' },
      ...end,
    },
    [],
  );
}

/** Lets everything pending settle that needs no outside event. */
export async function quiet(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
