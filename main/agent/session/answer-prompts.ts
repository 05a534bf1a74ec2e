import type { NewSessionEvent } from '#shared/session/event.ts';
import type { SessionView } from '#shared/session/view.ts';
import { workingFolder } from './main-agent-config.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { attachMentions } from './attach-mentions.ts';
import { fetchCalledPrompts } from '../skills/called-prompts.ts';
import { runCalledSkills } from '../skills/called-skills.ts';
import { type Prompt, promptEvents } from './prompt.ts';
import type { SessionAgents } from './session-agents.ts';
import type { SessionServices } from './session-services.ts';
import type { RunningTurn } from './session-turns.ts';
import type { TurnEnd } from '../turn/turn-end.ts';
import type { SessionHooks } from './session-hooks.ts';

/** Body of an ordinary turn: runs the prompt hooks, attaches mentioned files and lets the main agent answer. */
export async function answerPrompts(
  services: SessionServices,
  agents: SessionAgents,
  { turnId, controller, sendNow }: RunningTurn,
  prompts: readonly Prompt[],
): Promise<TurnEnd> {
  const { view, append, hooks, maxTurns, permissionEngine, permissionContext, mcpReady, mcpResources } = services;
  const { signal } = controller;
  const unsent = hooks && (await admitPrompts(hooks, prompts, { view, append, signal }));
  if (unsent) return unsent;
  const sent = prompts.filter(({ messageId }) => agents.main.transcript.hasMessage(messageId));
  const unusable = await runCalledSkills(sent, services, agents.main.calls, signal);
  if (unusable) return unusable;
  const unfetched = await fetchCalledPrompts(sent, services, signal);
  if (unfetched) return unfetched;
  await attachMentions(
    sent.map(({ text }) => text),
    {
      calls: agents.main.calls,
      decide: (path) => {
        const context = permissionContext();
        const facts = permissionEngine.analyse({ toolName: 'Read', input: { file_path: path }, cwd: workingFolder(view) }, context);
        return { facts, decision: permissionEngine.decide(facts, context) };
      },
      resources: {
        ready: async (waiting) => mcpReady?.(waiting),
        servers: mcpResources,
        decide: (input) => {
          const context = permissionContext();
          const call = { toolName: 'ReadMcpResourceTool', input, cwd: workingFolder(view) };
          return permissionEngine.decide(permissionEngine.analyse(call, context), context);
        },
      },
      append,
      signal,
    },
  );
  return agents.main.turn({ turnId, controller, sendNow: sendNow.signal, maxTurns, beforeRequest: () => agents.beforeRequest() });
}

interface PromptHost {
  readonly view: Pick<SessionView, 'queued' | 'mode'>;
  readonly append: (event: NewSessionEvent) => void;
  readonly signal: AbortSignal;
}

/**
 * Awaits SessionStart hooks, then runs UserPromptSubmit hooks on each message. Accepted messages join the conversation; rejected ones
 * are withdrawn with a notice to the user. Resolves with the turn's end when no message is left.
 */
async function admitPrompts(hooks: SessionHooks, prompts: readonly Prompt[], host: PromptHost): Promise<TurnEnd | undefined> {
  await Promise.race([hooks.started, aborted(host.signal)]);
  let sent = 0;
  const waiting = prompts.filter(({ messageId }) => host.view.queued.some((queued) => queued.messageId === messageId));
  for (const prompt of waiting) {
    const { messageId, text } = prompt;
    const { stop, block, contexts } = await hooks.ask('UserPromptSubmit', {
      fields: { prompt: text },
      mode: host.view.mode,
      signal: host.signal,
    });
    // Interrupted: the message stays queued like the others.
    if (host.signal.aborted) break;
    const rejected = stop ?? block;
    if (rejected) {
      host.append({ type: 'user.unqueued', data: { messageId } });
      const why = rejected.reason === '' ? '' : `: ${rejected.reason}`;
      host.append({
        type: 'notice',
        data: { level: 'warning', text: `The hook ${rejected.by} rejected your message${why}\n\nYou wrote: ${text}`, action: 'none' },
      });
      continue;
    }
    for (const event of promptEvents(prompt)) host.append(event);
    hooks.say('UserPromptSubmit', contexts);
    sent += 1;
  }
  if (host.signal.aborted) return { outcome: 'interrupted' };
  return waiting.length > 0 && sent === 0 ? { outcome: 'stopped' } : undefined;
}

/** Runs UserPromptSubmit hooks on a message to a sub-agent. @throws AppError `refused` when one rejects it. */
export async function admitToAgent(hooks: SessionHooks, text: string, mode: string): Promise<void> {
  if (!hooks.runner.has('UserPromptSubmit')) return;
  const { stop, block } = await hooks.ask('UserPromptSubmit', { fields: { prompt: text }, mode });
  const rejected = stop ?? block;
  if (rejected)
    throw new AppError('refused', `The hook ${rejected.by} rejected it${rejected.reason === '' ? '.' : `: ${rejected.reason}`}`);
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
