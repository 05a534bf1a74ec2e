import type { AgentRow, CallRow, WorkflowRow } from '#shared/session/view.ts';
import type { CallState } from '../ui/display/status-glyph.tsx';

/** Text of the sub-agent views; states and sources have their own tables. */
export const words = {
  agentOfType: (agent: string, agentType: string, model: string) => `${agent}: an agent of type ${agentType}, with ${model}`,
  inBackground: 'Running in the background',
  stop: (agent: string) => `Stop ${agent}`,
  starting: 'Starting',
  waiting: 'Waiting for you',
  waitedForYou: (waited: string) => `Waited for you ${waited}`,
  waitingFor: (step: string) => `Waiting for you: ${step}`,
  readsBefore: 'The agent reads this before its next request',
  sendMessage: 'Send a message',
  resumeIt: 'Send a message to resume it in the background',
  send: 'Send to this agent',
  workflow: 'Workflow',
  noAgentsYet: 'No agents yet',
  agentsDone: (done: number, all: number) => `${done} of ${all} ${all === 1 ? 'agent' : 'agents'} done`,
  countFailed: (count: number) => `${count} failed`,
  messageTo: (agent: string) => `Message to ${agent}`,
} as const;

const USUAL_TYPE = 'general-purpose';

/** Its type and model, where they aren’t the usual ones, which say nothing beside its task. */
export function unusualFacts({ agentType, model }: Pick<AgentRow, 'agentType' | 'model'>, sessionModel: string | undefined): string[] {
  return [agentType === USUAL_TYPE ? '' : agentType, model === sessionModel ? '' : shortModel(model)].filter((fact) => fact !== '');
}

/** An agent's state, shown with the same icons as calls. */
export function agentState(agent: AgentRow, waits: boolean): CallState {
  switch (agent.state) {
    case 'running':
      return waits ? 'waiting' : 'running';
    case 'completed':
      return 'done';
    case 'stopped':
      return 'cancelled';
    default:
      return 'failed';
  }
}

const RUN_STATES = { running: 'running', completed: 'done', failed: 'failed', stopped: 'cancelled', lost: 'cancelled' } as const;
const RUN_WORDS = {
  running: 'Running in the background',
  completed: 'Done',
  failed: 'Failed',
  stopped: 'Stopped',
  lost: 'Stopped',
} as const;

/** A workflow's state, shown with the same icons as calls. */
export function runState({ state }: WorkflowRow, waits: boolean): CallState {
  return waits && state === 'running' ? 'waiting' : RUN_STATES[state];
}

export function runStateWords({ state }: WorkflowRow, waits: boolean): string {
  return waits && state === 'running' ? words.waiting : RUN_WORDS[state];
}

/** “3 of 7 agents done, 1 failed”. */
export function runCounts(agents: readonly Pick<AgentRow, 'state'>[]): string {
  if (agents.length === 0) return words.noAgentsYet;
  const done = agents.filter(({ state }) => state === 'completed').length;
  const failed = agents.filter(({ state }) => state === 'failed' || state === 'max_turns' || state === 'stopped').length;
  return `${words.agentsDone(done, agents.length)}${failed > 0 ? `, ${words.countFailed(failed)}` : ''}`;
}

const ENDINGS = { completed: 'Done', failed: 'Failed', stopped: 'Stopped', max_turns: 'Reached its request limit' } as const;

export function agentStateWords(agent: AgentRow, waits: boolean): string {
  if (agent.state !== 'running') return ENDINGS[agent.state];
  if (waits) return 'Waiting for you';
  return agent.background ? 'Running in the background' : 'Running';
}

/** A model ID without the vendor prefix and the date. */
export function shortModel(model: string): string {
  return model.replace(/^claude-/u, '').replace(/-\d{8}$/u, '');
}

/** A call in one line: "Read src/money.ts", "Explore: find the parser". */
export function stepWords({ view }: CallRow): string {
  if (view.summary === '') return view.title;
  return view.kind === 'agent' ? `${view.title}: ${view.summary}` : `${view.title} ${view.summary}`;
}

/** “3 calls, 1 failed”. */
export function callCount({ calls, failedCalls = 0 }: Pick<AgentRow, 'calls' | 'failedCalls'>): string {
  return `${calls} ${calls === 1 ? 'call' : 'calls'}${failedCalls > 0 ? `, ${words.countFailed(failedCalls)}` : ''}`;
}

export function agentCounts(agent: AgentRow): string {
  return agent.tokens === 0 ? callCount(agent) : `${callCount(agent)}, ${shortNumber(agent.tokens)} tokens`;
}

function shortNumber(value: number): string {
  return value < 10_000 ? value.toLocaleString('en') : `${Math.round(value / 1000).toLocaleString('en')}k`;
}

/** How long it has run, milliseconds. */
export function agentTime({ startedAt, endedAt }: Pick<AgentRow, 'startedAt' | 'endedAt'>, now: number): number {
  return Math.max(0, (endedAt ?? now) - startedAt);
}
