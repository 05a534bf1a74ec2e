import type { Ask } from '../ask.ts';
import type { SessionEvent } from '../event.ts';
import { askingAgent } from './fold-agents.ts';
import { titleFrom } from './fold-conversation.ts';
import type { PendingAsk, SessionView } from '../view.ts';

/** What a window keeps of a session that it doesn't show: enough for its open questions. Plain JSON, immutable. */
export interface AsksView {
  readonly seq: number;
  readonly sessionId: string;
  readonly projectDir: string;
  readonly title: string;
  /** Names of sub-agents, by id. */
  readonly agents: Readonly<Record<string, string>>;
  readonly asks: readonly PendingAsk[];
}

const TYPES: ReadonlySet<string> = new Set([
  'session.created',
  'session.title',
  'user.message',
  'agent.started',
  'call.asked',
  'call.answered',
  'call.finished',
] satisfies SessionEvent['type'][]);

/** Whether `applyToAsks` uses events of this type: the others needn't be parsed. */
export function concernsAsks(type: string): boolean {
  return TYPES.has(type);
}

export function asksViewOf(view: SessionView): AsksView {
  const agents = Object.entries(view.agents).map(([id, agent]): [string, string] => [id, askingAgent(agent)]);
  return {
    seq: view.seq,
    sessionId: view.sessionId,
    projectDir: view.projectDir,
    title: view.title,
    agents: Object.fromEntries(agents),
    asks: view.asks,
  };
}

/** Equivalent to folding the whole session and reading its questions. */
export function applyToAsks(view: AsksView, event: SessionEvent): AsksView {
  if (event.seq <= view.seq) return view;
  const { seq } = event;
  switch (event.type) {
    case 'session.created':
      return { ...view, seq, sessionId: event.data.sessionId, projectDir: event.data.projectDir };
    case 'session.title':
      return { ...view, seq, title: event.data.title };
    case 'user.message':
      return { ...view, seq, title: view.title || (event.agentId === undefined ? titleFrom(event.data) : '') };
    case 'agent.started':
      if (event.agentId === undefined || Object.hasOwn(view.agents, event.agentId)) return { ...view, seq };
      return { ...view, seq, agents: { ...view.agents, [event.agentId]: askingAgent(event.data) } };
    case 'call.asked': {
      const name = event.agentId === undefined ? undefined : view.agents[event.agentId];
      return { ...view, seq, asks: [...view.asks, pendingAsk(event.data.ask, event, name)] };
    }
    case 'call.answered':
      return { ...view, seq, asks: withoutAsk(view.asks, (ask) => ask.askId === event.data.askId) };
    case 'call.finished':
      return { ...view, seq, asks: withoutAsk(view.asks, (ask) => ask.callId === event.data.callId) };
    default:
      return { ...view, seq };
  }
}

export function pendingAsk(ask: Ask, { at, agentId }: Pick<SessionEvent, 'at' | 'agentId'>, agentName: string | undefined): PendingAsk {
  return { ...ask, askedAt: at, agentId, ...(agentName !== undefined && { agentName }) };
}

/** The same list when nothing is removed. */
export function withoutAsk<T extends readonly PendingAsk[]>(asks: T, goes: (ask: PendingAsk) => boolean): T | PendingAsk[] {
  return asks.some(goes) ? asks.filter((ask) => !goes(ask)) : asks;
}
