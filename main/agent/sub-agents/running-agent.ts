import { randomUUID } from 'node:crypto';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import { errorMessage } from '#shared/error-message.ts';
import { type AbortReason, ChildAbort } from '#main/executor/abort.ts';
import type { OnProgress } from '#main/tool/tool.ts';
import { Agent } from '../agent.ts';
import type { AgentConfig } from '../agent-services.ts';
import type { SessionServices } from '../session/session-services.ts';
import type { TurnEnd } from '../turn/turn-end.ts';
import { forkedPast } from './forked-past.ts';

/** Default limit on the requests of a sub-agent for one task. */
const MAX_AGENT_REQUESTS = 200;

/** How often an agent is reminded of what it hasn't given. */
const MAX_REMINDERS = 2;

/** Limit on the messages waiting for an agent; its next request takes all of them. */
const MAX_WAITING = 50;

/** The abort signals of an agent: its own controller, a child of its parent's, and one for the background agents it starts. */
export class AgentAborts {
  readonly #own: ChildAbort;
  readonly #background: ChildAbort;

  constructor(parent: AbortSignal) {
    this.#own = new ChildAbort(parent);
    this.#background = new ChildAbort(this.#own.signal);
  }

  get controller(): AbortController {
    return this.#own.controller;
  }

  /** Aborts the background agents that it starts. */
  get background(): AbortSignal {
    return this.#background.signal;
  }

  stop(reason: AbortReason): void {
    this.#own.controller.abort(reason);
  }

  /** Aborts the background agents that it started. */
  end(): void {
    this.#background.controller.abort({ type: 'discarded', why: 'the agent that started it has ended' } satisfies AbortReason);
    this.#background.detach();
    this.#own.detach();
  }
}

export interface RunningAgentOptions {
  readonly services: SessionServices;
  readonly config: AgentConfig;
  readonly aborts: AgentAborts;
  readonly agentId: string;
  readonly maxTurns: number | undefined;
  readonly onProgress: OnProgress | undefined;
  /** Appends further reminders before a request. */
  readonly beforeRequest: () => void;
  /** What to tell it when it ends its turn too early. */
  readonly missing?: () => string | undefined;
}

/** A sub-agent that is working. */
export class RunningAgent {
  readonly config: AgentConfig;
  readonly aborts: AgentAborts;
  readonly agent: Agent;
  readonly #options: RunningAgentOptions;
  /** Messages for its next request. */
  readonly #inbox: NewSessionEvent[] = [];

  constructor(options: RunningAgentOptions) {
    this.#options = options;
    this.config = options.config;
    this.aborts = options.aborts;
    this.agent = new Agent(options.services, options.config);
    const { events } = options.services.log;
    for (const event of forkedPast(events, options.agentId)) this.agent.inherit(event);
    for (const event of events) this.agent.apply(event);
  }

  /** @throws Error when too many messages are waiting. */
  deliver(message: NewSessionEvent): void {
    if (this.#inbox.length >= MAX_WAITING)
      throw new Error(`That agent has ${MAX_WAITING} messages it hasn’t read yet. Wait until it has, or stop it.`);
    this.#inbox.push(message);
  }

  apply(event: SessionEvent): void {
    this.agent.apply(event);
    if (event.type !== 'call.queued' || event.agentId !== this.#options.agentId) return;
    const { title, summary } = event.data.view;
    this.#options.onProgress?.({ text: summary === '' ? title : `${title} ${summary}`.slice(0, 200).toWellFormed() });
  }

  /** Runs turns until it is done and no message is left. Never rejects. */
  async work(): Promise<TurnEnd> {
    const { controller } = this.aborts;
    let reminders = 0;
    try {
      for (;;) {
        const end = await this.agent.turn({
          turnId: randomUUID(),
          controller,
          sendNow: new AbortController().signal,
          maxTurns: this.#options.maxTurns ?? MAX_AGENT_REQUESTS,
          beforeRequest: () => {
            this.#options.beforeRequest();
            this.#readInbox();
          },
        });
        if (end.outcome === 'completed' && this.#inbox.length > 0) continue;
        const missing = end.outcome === 'completed' && reminders < MAX_REMINDERS ? this.#options.missing?.() : undefined;
        if (missing !== undefined) {
          reminders += 1;
          this.#options.services.append(dispatched(this.#options.agentId, missing, 'model'));
          continue;
        }
        // Unread messages go into the conversation, in case the agent is resumed.
        this.#readInbox();
        return end;
      }
    } catch (error) {
      controller.abort({ type: 'discarded', why: 'the agent failed' } satisfies AbortReason);
      return { outcome: 'failed', error: errorMessage(error) };
    }
  }

  #readInbox(): void {
    for (const message of this.#inbox.splice(0)) this.#options.services.append(message);
  }
}

/** A task or message from another agent, or from Gatehouse on its behalf. `agentId` `undefined`: to the main agent. */
export function dispatched(agentId: string | undefined, text: string, visibility: 'both' | 'model' = 'both'): NewSessionEvent {
  return {
    type: 'user.message',
    data: { messageId: randomUUID(), content: [{ type: 'text', text }], origin: 'dispatch', visibility },
    ...(agentId !== undefined && { agentId }),
  };
}
