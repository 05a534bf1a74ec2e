import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import type { AskAnswer } from '#shared/session/ask.ts';
import type { PendingAsk } from '#shared/session/view.ts';
import { text, toolUse, type AnswerBlock } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { realTools } from '#test/support/real-tools.ts';
import { TestSession, type TestSessionOptions } from '#test/support/test-session.ts';

const engine = await createPermissionEngine();

/** A session with real tools (or `tools`), whose model makes these calls in one answer and then stops. */
export class AsksFixture {
  readonly fixture: TestSession;
  readonly #server: MessagesServer;

  private constructor(server: MessagesServer, options: Partial<TestSessionOptions>) {
    this.#server = server;
    this.fixture = new TestSession({ url: server.url, engine, ...(!options.tools && { equip: realTools(engine) }), ...options });
  }

  /** `read`: a file that the model has read in an answer before. `whole`: the answers aren't streamed. */
  static async start(
    calls: (path: (file: string) => string) => readonly AnswerBlock[],
    { read, whole = false, ...options }: Partial<TestSessionOptions> & { readonly read?: string; readonly whole?: boolean } = {},
  ): Promise<AsksFixture> {
    const opened: AsksFixture[] = [];
    const path = (file: string): string => opened[0]?.path(file) ?? '';
    const server = await MessagesServer.start(
      ...(whole ? [{ status: 400, error: 'streaming is not supported' }] : []),
      ...(read === undefined ? [] : [() => ({ blocks: [toolUse('read', 'Read', { file_path: path(read) })] })]),
      () => ({ blocks: [...calls(path)] }),
      { blocks: [text('Done.')] },
    );
    const made = new AsksFixture(server, options);
    opened.push(made);
    made.fixture.session.send('go');
    return made;
  }

  path(file: string): string {
    return this.fixture.project.path(file);
  }

  get server(): MessagesServer {
    return this.#server;
  }

  /** The asks, once exactly these calls wait for an answer, in this order. */
  async asked(...callIds: string[]): Promise<readonly PendingAsk[]> {
    const { session } = this.fixture;
    const isSo = () => session.view.asks.map(({ callId }) => callId).join() === callIds.join();
    if (!isSo()) {
      await new Promise<void>((resolve) => {
        const stop = session.log.subscribe(() => {
          if (!isSo()) return;
          stop();
          resolve();
        });
      });
    }
    return session.view.asks;
  }

  /** The outcome of a call, once it has one. */
  async ended(callId: string): Promise<string> {
    const { session } = this.fixture;
    const state = () => session.view.calls[callId];
    if (state()?.finishedAt === undefined) {
      await new Promise<void>((resolve) => {
        const stop = session.log.subscribe(() => {
          if (state()?.finishedAt === undefined) return;
          stop();
          resolve();
        });
      });
    }
    return state()?.state ?? '';
  }

  answer(callId: string, answer: AskAnswer = { type: 'allow_once' }): void {
    const ask = this.fixture.session.view.asks.find((one) => one.callId === callId);
    if (!ask) throw new Error(`${callId} isn't asked about`);
    const outcome = this.fixture.session.answer(ask.askId, ask.digest, answer);
    if (outcome !== 'accepted') throw new Error(`the answer for ${callId} is ${JSON.stringify(outcome)}`);
  }

  /** Call ids of all questions so far, in order. */
  get questions(): string[] {
    return this.fixture.all('call.asked').map(({ ask }) => ask.callId);
  }

  get outcomes(): Record<string, string | undefined> {
    const { callOrder, calls } = this.fixture.session.view;
    return Object.fromEntries(callOrder.map((id) => [id, calls[id]?.state]));
  }

  /** Ids of the calls whose tools ran, in order. */
  get started(): string[] {
    return this.fixture.all('call.started').map(({ callId }) => callId);
  }

  /** Ids of the results in the last request, in order. */
  get results(): (string | undefined)[] {
    const blocks = this.#server.requests.at(-1)?.body.messages.at(-1)?.content ?? [];
    return blocks.flatMap((block) => (block.type === 'tool_result' ? [block.tool_use_id] : []));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.fixture[Symbol.asyncDispose]();
    await this.#server[Symbol.asyncDispose]();
  }
}
