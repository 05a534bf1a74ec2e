import { AppError } from '#shared/contract/app-error.ts';
import type { ContextUsage } from '#shared/contract/commands/session-commands.ts';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import { pastOf } from '#main/session/past.ts';
import { contextParts } from '../compaction/context-size.ts';
import { reminderEvent } from './prompt.ts';
import { taskListChange } from '#shared/session/task-changes.ts';
import type { SessionAgents } from './session-agents.ts';
import type { SessionServices } from './session-services.ts';
import type { RunningTurn, SessionTurns } from './session-turns.ts';
import type { TurnEnd } from '../turn/turn-end.ts';
import type { CompactionResult } from '../compaction/compactor.ts';
import { isToolUse } from '../request/blocks.ts';
import type { Entry } from '../request/transcript.ts';

interface SessionConversationOptions {
  readonly services: SessionServices;
  readonly agents: SessionAgents;
  readonly turns: SessionTurns;
  /** Body of a turn that starts without a message. */
  readonly answer: (turn: RunningTurn) => Promise<TurnEnd>;
}

/** Operations on the main agent's conversation between turns, and its context usage. The caller checks that no turn runs. */
export class SessionConversation {
  readonly #options: SessionConversationOptions;

  constructor(options: SessionConversationOptions) {
    this.#options = options;
  }

  /** Repeats a turn that failed or was stopped, without a new message. @throws AppError `conflict` when there is nothing to repeat. */
  retry(): void {
    const { services, agents, turns, answer } = this.#options;
    const { log, view, append } = services;
    const last = view.lastTurn?.outcome;
    const { entries } = agents.main.transcript;
    const cutOff = endsInAnswer(entries);
    // A turn that crashed during its compaction may have left nothing in the conversation.
    if (last === undefined || last === 'completed' || !canAskAgain(entries, log.events))
      throw new AppError('conflict', 'There is nothing to try again.');
    turns.start((turn) => {
      if (cutOff) append(continueReminder());
      return answer(turn);
    });
  }

  /** Compacts in a turn of its own. @throws AppError `conflict` when there is nothing to compact, `refused` when no model can summarise. */
  compact(instructions: string | undefined): void {
    const { services, agents, turns } = this.#options;
    const { compactor } = agents.main;
    if (services.client.kind === 'scripted')
      throw new AppError('refused', 'A scripted session can’t be compacted: there is no model behind it that could summarise.');
    if (!compactor.canCompact) throw new AppError('conflict', 'There is nothing to compact yet.');
    turns.start(async ({ turnId, controller }) => {
      const result = await compactor.compact({ trigger: 'manual', instructions, turnId, signal: controller.signal });
      for (const event of compactionNotices(result)) services.append(event);
      // Always `completed`: there is no answer to retry. After an abort, queued messages wait for the user.
      return { outcome: 'completed', ...(result.type === 'aborted' && { waits: true as const }) };
    });
  }

  /** Removes a user message and everything after it. @throws AppError `not_found` for an unknown message. */
  rewind(messageId: string): { readonly text: string } {
    const { services, agents } = this.#options;
    const { log, view, append } = services;
    const { transcript, calls } = agents.main;
    const past = transcript.hasMessage(messageId) ? pastOf(log.events, messageId) : undefined;
    if (!past) throw new AppError('not_found', 'This message isn’t part of the conversation any more.');
    append({ type: 'conversation.rewound', data: { messageId, contextTokens: past.view.contextTokens } });
    if (JSON.stringify(past.view.todos) !== JSON.stringify(view.todos))
      append({ type: 'todos.updated', data: { todos: [...past.view.todos] } });
    const tasks = taskListChange(view.taskList, past.view.taskList);
    if (tasks) append({ type: 'task_list.changed', data: { put: [...tasks.put], deleted: [...tasks.deleted] } });
    // Files read since are no longer in the conversation, and it isn't known which of the others are.
    calls.keepFiles(new Set());
    return { text: past.text };
  }

  /** Context window of the model and how much of it the next request uses. */
  get contextUsage(): ContextUsage {
    const { services, agents } = this.#options;
    const { log, view } = services;
    const { compactor, transcript, calls } = agents.main;
    const prompt = log.events.find((event) => event.type === 'session.prompt' && event.agentId === undefined);
    const sources = prompt?.type === 'session.prompt' ? prompt.data.sources : [];
    const instructionChars = sources.reduce((sum, { chars, leftOut }) => (leftOut === undefined ? sum + chars : sum), 0);
    const parts = contextParts({ transcript, tools: calls.requestTools.tools, instructionChars, tokens: view.contextTokens });
    const later = transcript.entries.flatMap((entry) => (entry.role === 'user' ? (entry.instructions ?? []) : []));
    return { ...compactor.limits, parts, instructions: [...sources, ...later] };
  }
}

/** Notices for a compaction that the user requested and that changed nothing. */
function compactionNotices(result: CompactionResult): NewSessionEvent[] {
  switch (result.type) {
    case 'compacted':
      return [];
    case 'nothing_to_do':
      return [notice('info', 'There is nothing to compact yet.')];
    case 'aborted':
      return [notice('info', 'Compacting was stopped. The conversation is as it was.')];
    case 'failed':
      return [notice('warning', `The conversation was not compacted and is as it was. ${result.why}`)];
  }
}

function notice(level: 'info' | 'warning', text: string): NewSessionEvent {
  return { type: 'notice', data: { level, text, action: 'none' } };
}

/** Whether the last entry is an answer. A request must not end with one: the model would take it for a prefill and continue it. */
function endsInAnswer(entries: readonly Entry[]): boolean {
  const last = entries.at(-1);
  return last?.role === 'assistant' && !last.blocks.some(isToolUse);
}

/** Whether a turn without a new message has something to ask the model. */
export function canAskAgain(entries: readonly Entry[], events: readonly SessionEvent[]): boolean {
  return entries.length > 0 && (!endsInAnswer(entries) || answeredInLastTurn(events));
}

/** Whether the main agent's model has produced output since the last turn started. */
function answeredInLastTurn(events: readonly SessionEvent[]): boolean {
  const turn = events.findLastIndex(({ type }) => type === 'turn.started');
  return events.slice(Math.max(turn, 0)).some(({ type, agentId }) => type === 'assistant.block' && agentId === undefined);
}

/** Reminder for a model whose answer was cut off by a crash or because it could not be logged. */
function continueReminder(): NewSessionEvent {
  const text = '<system-reminder>Your response was cut off before it was complete. Go on from where it ended.</system-reminder>';
  return reminderEvent(text);
}
