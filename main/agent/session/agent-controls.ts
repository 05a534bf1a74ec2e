import type { SessionActivity } from './session-activity.ts';
import type { SessionAgents } from './session-agents.ts';
import type { SessionServices } from './session-services.ts';
import { admitToAgent } from './answer-prompts.ts';

/** What a person can do with the running sub-agents and commands of a session. */
export class AgentControls {
  readonly #services: SessionServices;
  readonly #agents: SessionAgents;
  readonly #activity: SessionActivity;

  constructor(services: SessionServices, agents: SessionAgents, activity: SessionActivity) {
    this.#services = services;
    this.#agents = agents;
    this.#activity = activity;
  }

  /**
   * Sends the user's message to a sub-agent, after the UserPromptSubmit hooks.
   * @returns whether the agent had ended and is resumed by the message.
   * @throws AppError `not_found` for an unknown agent, `refused` when it can't take messages or a hook rejects this one.
   */
  async sendToAgent(agentId: string, text: string): Promise<boolean> {
    this.#activity.assertMayStart();
    const { hooks } = this.#services;
    if (hooks) await admitToAgent(hooks, text, this.#services.view.mode);
    this.#activity.assertMayStart();
    return this.#agents.subAgents.sendFromPerson(agentId, text);
  }

  /** Stops a sub-agent and its descendants. `false` when it isn't running. */
  stopAgent(agentId: string): boolean {
    return this.#agents.subAgents.stop(agentId, 'The user stopped it.');
  }

  /** Stops a background command or a workflow. `false` when it isn't running. */
  async stopTask(taskId: string): Promise<boolean> {
    const { commands, workflows } = this.#agents;
    const how = ['The user stopped it.', { reports: 'later' }] as const;
    return (await commands.stop(taskId, ...how)) || workflows.stop(taskId, ...how);
  }

  /** Moves a running command to the background, which ends its call now. `false` when it can't be moved. */
  moveToBackground(callId: string): boolean {
    return this.#agents.commands.moveToBackground(callId);
  }
}
