import { withoutOwnTags } from '#main/tool/own-tags.ts';
import type { AgentRow } from '#shared/session/view.ts';
import { agentLabel } from '#shared/session/fold/fold-agents.ts';
import type { SessionServices } from '../session/session-services.ts';
import { dispatched } from './running-agent.ts';

/** What sub-agents call the main agent. */
export const MAIN = 'main';

const MAX_WAITING = 50;

/** Messages of sub-agents for the main agent's next request. */
export class MessagesToMain {
  readonly #services: SessionServices;
  readonly #waiting: string[] = [];

  constructor(services: SessionServices) {
    this.#services = services;
  }

  get any(): boolean {
    return this.#waiting.length > 0;
  }

  /** @throws Error when too many are waiting. */
  add(message: string, sender: AgentRow): void {
    if (this.#waiting.length >= MAX_WAITING)
      throw new Error(`The main agent has ${MAX_WAITING} messages it hasn’t read yet. Wait until it has.`);
    this.#waiting.push(agentMessage(message, sender));
    this.#services.onUnreported();
  }

  /** Appends them to the main agent's conversation. */
  deliver(): void {
    for (const text of this.#waiting.splice(0)) this.#services.append(dispatched(undefined, text, 'model'));
  }
}

/** A message of one agent to another, with its sender. It is escaped so that it can't close the element. */
export function agentMessage(message: string, sender: AgentRow): string {
  const text = withoutOwnTags(message);
  return `<agent-message from="${agentLabel(sender)}" agent-id="${sender.agentId}">\n${text}\n</agent-message>`;
}
