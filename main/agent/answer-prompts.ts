import type { NewSessionEvent } from '#shared/session/event.ts';
import type { SessionView } from '#shared/session/view.ts';
import type { AgentSessionOptions } from './agent-session-options.ts';
import { attachMentions } from './attach-mentions.ts';
import type { Prompt } from './prompt.ts';
import { admitPrompts } from './prompt-hooks.ts';
import type { SessionAgents } from './session-agents.ts';
import type { RunningTurn } from './session-turns.ts';
import type { TurnEnd } from './turn-end.ts';

export interface Answering {
  readonly options: AgentSessionOptions;
  readonly view: SessionView;
  readonly agents: SessionAgents;
  readonly append: (event: NewSessionEvent) => void;
}

/** Body of an ordinary turn: runs the prompt hooks, attaches mentioned files and lets the main agent answer. */
export async function answerPrompts(
  { options, view, agents, append }: Answering,
  { turnId, controller, sendNow }: RunningTurn,
  prompts: readonly Prompt[],
): Promise<TurnEnd> {
  const { hooks, maxTurns, permissionEngine, permissionContext } = options;
  const { signal } = controller;
  const unsent = hooks && (await admitPrompts(hooks, prompts, { view, append, signal }));
  if (unsent) return unsent;
  const sent = prompts.filter(({ messageId }) => agents.main.transcript.hasMessage(messageId));
  await attachMentions(
    sent.map(({ text }) => text),
    {
      calls: agents.main.calls,
      decide: (path) => {
        const context = permissionContext();
        const facts = permissionEngine.analyse({ toolName: 'Read', input: { file_path: path }, cwd: view.projectDir }, context);
        return { facts, decision: permissionEngine.decide(facts, context) };
      },
      append,
      signal,
    },
  );
  return agents.main.turn({ turnId, controller, sendNow: sendNow.signal, maxTurns, beforeRequest: () => agents.beforeRequest() });
}
