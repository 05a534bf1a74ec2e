import { text, toolUse, type Answer } from '#test/support/messages-answer.ts';
import { MessagesServer, type RequestBody } from '#test/support/messages-server.ts';
import { TestSession, type TestSessionOptions } from '#test/support/test-session.ts';
import { echoTool } from '#test/support/test-tools.ts';

/** With this window a conversation is compacted from 5,000 tokens on. */
const WINDOW = 10_000;

export const OVERFLOW: Answer = { status: 400, type: 'invalid_request_error', error: 'prompt is too long: 213462 tokens > 200000 maximum' };

export function answerText(words: string, input_tokens = 10): Answer {
  return { blocks: [text(words)], usage: { input_tokens } };
}

export function calls(id: string, input_tokens = 10, words = 'x'): Answer {
  return { blocks: [toolUse(id, 'Echo', { text: words })], usage: { input_tokens } };
}

export function messagesText({ messages }: RequestBody): string {
  return JSON.stringify(messages);
}

/** Each message's text without cache breakpoints, which move. */
export function unmarked({ messages }: RequestBody): string[] {
  return messages.map((message) => JSON.stringify(message).replaceAll(',"cache_control":{"type":"ephemeral"}', ''));
}

function asksForSummary(body: RequestBody | undefined): boolean {
  return body !== undefined && JSON.stringify(body.messages.at(-1)).includes('about to be compacted');
}

export async function start(answers: readonly Answer[], options: Omit<TestSessionOptions, 'url'> & { readonly automatic?: false } = {}) {
  const server = await MessagesServer.start(...answers);
  const testSession = new TestSession({
    url: server.url,
    tools: [echoTool()],
    ...(options.automatic !== false && { window: WINDOW }),
    ...options,
  });
  const body = (index: number): RequestBody => {
    const found = server.requests.at(index)?.body;
    if (!found) throw new Error(`no request ${index}`);
    return found;
  };
  const kinds = () => server.requests.map((request) => (asksForSummary(request.body) ? 'summary' : 'answer'));
  const notices = () => testSession.all('notice').map((notice) => notice.text);
  return {
    server,
    testSession,
    body,
    kinds,
    notices,
    async [Symbol.asyncDispose]() {
      await testSession[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
