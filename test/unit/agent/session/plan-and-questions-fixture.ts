import type { AskAnswer } from '#shared/session/ask.ts';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { createAskUserQuestionTool } from '#main/tools/ask-user-question/ask-user-question-tool.ts';
import { createEnterPlanModeTool } from '#main/tools/enter-plan-mode/enter-plan-mode-tool.ts';
import { createExitPlanModeTool } from '#main/tools/exit-plan-mode/exit-plan-mode-tool.ts';
import { text, toolUse, type Answer } from '#test/support/messages-answer.ts';
import type { MessagesServer, RequestBody } from '#test/support/messages-server.ts';
import { TestSession, type TestSessionOptions } from '#test/support/test-session.ts';

export const engine = await createPermissionEngine();
export const tools = [createAskUserQuestionTool(), createEnterPlanModeTool(), createExitPlanModeTool()];
export const done: Answer = { blocks: [text('Done.')] };
export const call = (name: string, input: Record<string, unknown> = {}): Answer => ({ blocks: [toolUse('a', name, input)] });

export const COLOUR = {
  question: 'Which colour?',
  header: 'Colour',
  options: [
    { label: 'Red', description: 'Warm' },
    { label: 'Blue', description: 'Cold' },
  ],
  multiSelect: false,
};
export const PLAN = '# Rename it\n\n1. Change `a.ts`.';

export function session(server: MessagesServer, more: Partial<TestSessionOptions> = {}): TestSession {
  return new TestSession({ url: server.url, tools, engine, ...more });
}

/** The result of the last call as the model read it. */
export function resultOf(body: RequestBody | undefined): { content: string; isError: boolean } {
  const results = body?.messages.flatMap(({ content }) => content.filter(({ type }) => type === 'tool_result')) ?? [];
  const last = results.at(-1);
  return { content: typeof last?.content === 'string' ? last.content : '', isError: last?.is_error === true };
}

export function allText(body: RequestBody | undefined): string {
  return JSON.stringify(body?.messages);
}

/** Waits for the ask and answers it. */
export async function answer(fixture: TestSession, given: AskAnswer): Promise<string> {
  const { ask } = await fixture.seen('call.asked');
  return fixture.session.answer(ask.askId, ask.digest, given);
}

/** Sends a message, answers its one ask, and waits for the end of the turn. */
export async function ask(fixture: TestSession, given: AskAnswer): Promise<void> {
  fixture.session.send('go');
  await answer(fixture, given);
  await fixture.session.idle();
}
