import { onTestFinished } from 'vitest';
import { SessionScripts } from '#main/script/session-scripts.ts';
import type { SavedWorkflow } from '#main/tool/services/workflows.ts';
import { createAgentTool } from '#main/tools/agent/agent-tool.ts';
import { createTaskOutputTool } from '#main/tools/task-output/task-output-tool.ts';
import { createTaskStopTool } from '#main/tools/task-stop/task-stop-tool.ts';
import { createWorkflowTool } from '#main/tools/workflow/workflow-tool.ts';
import { byPrompt } from '#test/support/by-prompt.ts';
import { text, toolUse, type FixedAnswer } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession, type TestSessionOptions } from '#test/support/test-session.ts';

/** A workflow script around a body. */
export const script = (body: string, meta = ''): string => `export const meta = { name: "look", description: "Looks", ${meta} };\n${body}`;

export const workflow = (id: string, input: Readonly<Record<string, unknown>>): FixedAnswer => ({
  blocks: [toolUse(id, 'Workflow', input)],
});

export const says = (words: string): FixedAnswer => ({ blocks: [text(words)] });

type Conversation = readonly [string, ...FixedAnswer[]];

/** A session whose model answers each conversation by a word of its first message, and runs real scripts. */
export async function workflowSession(
  conversations: readonly Conversation[],
  options: Partial<TestSessionOptions> & { readonly saved?: readonly SavedWorkflow[] } = {},
): Promise<{ readonly fixture: TestSession; readonly server: MessagesServer }> {
  const { saved = [], tools = [], services, ...rest } = options;
  const server = await MessagesServer.start(...byPrompt(...conversations));
  const scripts = new SessionScripts();
  const deps = {
    projectDir: '/p',
    isReadOnlyCommand: () => false,
    hasWorkflows: () => true,
    savedWorkflows: () => saved,
    env: () => options.env ?? {},
  };
  const fixture = new TestSession({
    url: server.url,
    tools: [createAgentTool(deps), createTaskOutputTool(deps), createTaskStopTool(), createWorkflowTool(deps), ...tools],
    services: { scripts, savedWorkflows: () => saved, ...(typeof services === 'object' && services) },
    ...rest,
  });
  onTestFinished(async () => {
    await fixture[Symbol.asyncDispose]();
    scripts.dispose();
    await server[Symbol.asyncDispose]();
  });
  return { fixture, server };
}

/** The notifications that the main agent got of ended workflows. */
export function notifications(fixture: TestSession): string[] {
  return fixture.events.flatMap((event) => {
    if (event.type !== 'user.message' || event.agentId !== undefined || event.data.origin !== 'dispatch') return [];
    return event.data.content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  });
}

export function result(fixture: TestSession, callId: string): string {
  const content = fixture.all('call.finished').find((call) => call.callId === callId)?.content;
  return typeof content === 'string' ? content : JSON.stringify(content);
}
