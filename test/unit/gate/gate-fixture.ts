import { makePermissionContext } from '#main/permission/tool-permission-context.ts';
import { PermissionGate, type GateDeps } from '#main/permission/gate.ts';
import type { AheadQuestion } from '#main/permission/gate/ahead-question.ts';
import type { GateRequest } from '#main/permission/gate/analysed-call.ts';
import type { GateVerdict } from '#main/permission/gate/verdicts.ts';
import { interactiveHandler } from '#main/permission/handlers.ts';
import { AskQueue } from '#main/permission/queue.ts';
import type { Tool } from '#main/tool/tool.ts';
import type { Decision } from '#shared/permission/decision.ts';
import type { Ask, AskAnswer } from '#shared/session/ask.ts';
import type { EventBody, NewSessionEvent, SessionEventType } from '#shared/session/event.ts';
import { quiet } from '#test/support/manual-runner.ts';
import { echoTool } from '#test/support/test-tools.ts';
import { testToolContext } from '#test/support/tool-context.ts';
import { ScriptedEngine, type Decide } from './scripted-engine.ts';

const folders = { projectDir: '/project', homeDir: '/home/u', stateDir: '/state' };

export interface Options extends Partial<Pick<GateDeps, 'changePermissions' | 'setMode'>> {
  readonly tool?: Tool;
  readonly decide?: Decide;
  readonly isNonInteractive?: boolean;
  readonly avoidPrompts?: boolean;
  readonly failOn?: SessionEventType;
}

export class GateFixture {
  readonly engine = new ScriptedEngine();
  readonly queue = new AskQueue();
  readonly events: NewSessionEvent[] = [];
  readonly waits: boolean[] = [];
  readonly abort = new AbortController();
  readonly gate: PermissionGate;
  readonly tool: Tool;
  readonly #options: Options;

  constructor(options: Options = {}) {
    this.#options = options;
    this.tool = options.tool ?? echoTool();
    if (options.decide) this.engine.decideNow = options.decide;
    this.gate = new PermissionGate({
      engine: this.engine,
      queue: this.queue,
      handler: interactiveHandler(this.queue),
      append: (event) => {
        if (event.type === options.failOn) throw new Error('disk full');
        this.events.push(event);
      },
      changePermissions: options.changePermissions ?? (() => Promise.resolve()),
      setMode: options.setMode ?? (() => undefined),
    });
  }

  decide(
    input: Record<string, unknown> = { text: 'hi' },
    callId = 'c1',
    { ahead, editedFrom }: { readonly ahead?: AheadQuestion | undefined; readonly editedFrom?: Decision } = {},
  ): Promise<GateVerdict> {
    return this.gate.decide({ ...this.#request(input, callId), editedFrom }, ahead);
  }

  /** Asks about a call before its turn. */
  async askAhead(input: Record<string, unknown> = { text: 'hi' }, callId = 'c1'): Promise<AheadQuestion> {
    const ahead = await this.gate.askAhead(this.#request(input, callId), () => true);
    if (!ahead) throw new Error('nothing was asked');
    return ahead;
  }

  #request(input: Record<string, unknown>, callId: string): GateRequest {
    const permission = () => makePermissionContext({ ...folders, shouldAvoidPermissionPrompts: this.#options.avoidPrompts ?? false });
    return {
      tool: this.tool,
      call: { callId, input },
      context: testToolContext(folders, { permission, isNonInteractive: this.#options.isNonInteractive ?? false }),
      signal: this.abort.signal,
      onWaiting: (waiting) => void this.waits.push(waiting),
    };
  }

  /** Starts deciding and returns the resulting ask. */
  async asked(input?: Record<string, unknown>, callId?: string): Promise<{ ask: Ask; verdict: Promise<GateVerdict> }> {
    const verdict = this.decide(input, callId);
    await quiet();
    const ask = this.queue.pending().at(-1);
    if (!ask) throw new Error('nothing was asked');
    return { ask, verdict };
  }

  answer(ask: Ask, answer: AskAnswer): string {
    return this.queue.answer(ask.askId, ask.digest, answer);
  }

  all<T extends SessionEventType>(type: T): EventBody<T>[] {
    return this.events.flatMap((event) => (event.type === type ? [event.data as EventBody<T>] : []));
  }

  get types(): string[] {
    return this.events.map(({ type }) => type);
  }
}

export const once: AskAnswer = { type: 'allow_once' };
