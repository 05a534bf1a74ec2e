import { onTestFinished } from 'vitest';
import { z } from 'zod';
import type { CallResult, QueuedCall } from '#main/executor/call-result.ts';
import { runToolCall } from '#main/executor/pipeline.ts';
import { PermissionGate } from '#main/permission/gate.ts';
import { interactiveHandler } from '#main/permission/handlers.ts';
import { AskQueue } from '#main/permission/queue.ts';
import { buildTool, type ToolDefinition } from '#main/tool/build-tool.ts';
import type { Tool, ToolUseContext } from '#main/tool/tool.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { SessionFrame } from '#shared/session/frame.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { testToolContext } from '#test/support/tool-context.ts';
import { decisionTo, ScriptedEngine } from '../gate/scripted-engine.ts';

const inputSchema = z.strictObject({ path: z.string(), count: z.number().int().optional() });
export type Definition = ToolDefinition<typeof inputSchema, string>;

export function tool(changes: Partial<Definition> & { readonly name?: string } = {}): Tool {
  const { name = 'Touch', ...rest } = changes;
  return buildTool<typeof inputSchema, string, string>({
    name,
    inputSchema,
    outputSchema: z.string(),
    maxResultSizeChars: 1000,
    prompt: () => 'Touches.',
    call: ({ path }) => Promise.resolve({ data: `touched ${path}` }),
    mapToolResultToToolResultBlockParam: (output, toolUseId) => ({ type: 'tool_result', tool_use_id: toolUseId, content: output }),
    present: ({ stage, input }) => ({ kind: 'other', title: name, summary: String(input['path']), outcome: stage }),
    ...rest,
  });
}

/** Calls through the pipeline in a temporary project, with a gate whose engine the test controls. */
export class PipelineFixture {
  readonly temp = new TempProject();
  readonly engine = new ScriptedEngine();
  readonly queue = new AskQueue();
  readonly events: NewSessionEvent[] = [];
  readonly frames: SessionFrame[] = [];
  readonly context: ToolUseContext;
  failOn = '';

  constructor(...tools: Tool[]) {
    onTestFinished(() => this.temp[Symbol.dispose]());
    this.engine.decideNow = () => decisionTo('allow');
    this.context = { ...testToolContext(this.temp, { tools }), toolUseId: 'c1' };
  }

  run(input: Record<string, unknown> = { path: 'a' }, call: Partial<QueuedCall> & { name?: string } = {}): Promise<CallResult> {
    const append = (event: NewSessionEvent) => {
      if (event.type === this.failOn) throw new Error('disk full');
      this.events.push(event);
    };
    const gate = new PermissionGate({
      engine: this.engine,
      queue: this.queue,
      handler: interactiveHandler(this.queue),
      append,
      changePermissions: () => Promise.resolve(),
      setMode: () => undefined,
    });
    const { name = 'Touch', ...rest } = call;
    return runToolCall(
      { block: { type: 'tool_use', id: 'c1', name, input }, message: { messageId: 'm', requestId: 'r', blocks: [] }, ...rest },
      this.context,
      { gate, append, frames: { push: (frame) => this.frames.push(frame) } },
      { onWaiting: () => undefined, siblingAbort: 'all' },
    );
  }

  get types(): string[] {
    return this.events.map(({ type }) => type);
  }
}

export const steps = ({ finished }: CallResult) => finished.spans.map(({ step, outcome }) => `${step} ${outcome}`);
