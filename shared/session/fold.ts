import type { Usage } from './content.ts';
import type { SessionEvent } from './event.ts';
import type { Steps } from '../steps.ts';
import { applyToAgent } from './fold/fold-agents.ts';
import { applyToCall } from './fold/fold-calls.ts';
import { laterAfter } from './fold/fold-schedules.ts';
import { triggersAfter } from './fold/fold-triggers.ts';
import { applyToTask } from './fold/fold-tasks.ts';
import { applyToWorkflow } from './fold/fold-workflows.ts';
import {
  appendAssistantBlock,
  appendUserMessage,
  clip,
  countsAgain,
  displayInstead,
  dropMessage,
  rewindItems,
} from './fold/fold-conversation.ts';
import { noteModelTime } from './fold/fold-model-times.ts';
import { withEndedTurn } from './fold/fold-turns.ts';
import { committedNotice } from './fold/committed-notice.ts';
import { restoredNotice } from './fold/restored-notice.ts';
import { spendingAfter } from './spending.ts';
import { changedTasks } from './task-changes.ts';
import { emptySessionView } from './fold/empty-view.ts';
import type { SessionView } from './view.ts';

/** Folds a whole log. */
export function foldSession(events: Iterable<SessionEvent>): SessionView {
  const view = emptySessionView();
  for (const event of events) applyEvent(view, event);
  return view;
}

/** `foldSession` in steps. */
export function* foldingSession(events: Iterable<SessionEvent>): Steps<SessionView> {
  const view = emptySessionView();
  for (const event of events) {
    applyEvent(view, event);
    yield;
  }
  return view;
}

/**
 * Folds one event into `view`, in place. Otherwise pure: reads no clock, does no I/O. An event at or below `view.seq` is ignored, so
 * replays are harmless; so is one of an unknown call.
 */
export function applyEvent(view: SessionView, event: SessionEvent): void {
  if (event.seq <= view.seq) return;
  view.seq = event.seq;
  view.version += 1;
  // Renaming a session isn't using it.
  if (event.type !== 'session.title') view.updatedAt = event.at;
  // The source session has paid for shared events.
  if (event.seq > (view.origin?.lastShared ?? 0)) view.spending = spendingAfter(view.spending, event);
  noteModelTime(view, event);
  if (event.agentId !== undefined) {
    applyToAgent(view, event.agentId, event);
    if (isPrivate(event)) return;
  }
  switch (event.type) {
    case 'session.created':
      view.sessionId = event.data.sessionId;
      view.projectDir = event.data.projectDir;
      view.model = event.data.model;
      view.effort = event.data.effort ?? 'auto';
      view.mode = event.data.mode;
      view.client = event.data.client;
      view.origin = event.data.origin ?? null;
      view.createdAt = event.at;
      return;
    case 'session.resumed':
      view.skillsInUse = [];
      view.elicitations = [];
      return;
    case 'session.title':
      view.title = event.data.title;
      return;
    case 'session.mode':
      view.mode = event.data.mode;
      return;
    case 'session.model':
      view.model = event.data.model;
      return;
    case 'session.effort':
      view.effort = event.data.effort;
      return;
    case 'session.budget':
      view.budgetUsd = event.data.usd;
      return;
    case 'session.rule': {
      const { change, behavior, text, unseen } = event.data;
      const others = view.sessionRules.filter((rule) => rule.behavior !== behavior || rule.text !== text);
      view.sessionRules = change === 'add' ? [...others, { behavior, text, ...(unseen !== undefined && { unseen }) }] : others;
      return;
    }
    case 'session.directory': {
      const others = view.directories.filter((path) => path !== event.data.path);
      view.directories = event.data.change === 'add' ? [...others, event.data.path] : others;
      return;
    }
    case 'skill.used':
      view.skillsInUse = [...view.skillsInUse, { ...event.data, agentId: event.agentId }];
      return;
    case 'session.worktree':
      view.worktree = event.data.worktree;
      return;
    case 'team.created':
      view.team = event.data;
      return;
    case 'team.deleted':
      view.team = null;
      return;
    case 'session.prompt':
    case 'classifier.asked':
    case 'tool.asked_model':
    case 'result.replaced':
    case 'agent.started':
    case 'agent.resumed':
    case 'agent.reported':
      return;
    case 'agent.ended':
      view.skillsInUse = withoutAgent(view.skillsInUse, event.agentId);
      return;
    // Other details are fetched with the call that the hook is about; a hook that fails adds a notice.
    case 'hook.started': {
      const { runId, statusMessage } = event.data;
      if (statusMessage !== undefined) view.hookWaits = [...view.hookWaits, { runId, message: statusMessage }];
      return;
    }
    case 'hook.ran':
      if (view.hookWaits.length > 0) view.hookWaits = view.hookWaits.filter(({ runId }) => runId !== event.data.runId);
      return;
    case 'task.started':
    case 'task.printed':
    case 'task.stalled':
    case 'task.continued':
    case 'task.ended':
    case 'task.reported':
      applyToTask(view, event);
      return;
    case 'workflow.started':
    case 'workflow.said':
    case 'workflow.ended':
    case 'workflow.reported':
      applyToWorkflow(view, event);
      return;
    case 'notice':
      if (!countsAgain(view, event.data, event.at)) view.items.push({ type: 'notice', id: event.id, at: event.at, ...event.data });
      return;
    case 'message.displayed':
      displayInstead(view, event.data);
      return;
    case 'turn.started':
      view.turn = { turnId: event.data.turnId, startedAt: event.at };
      view.lastTurn = null;
      return;
    case 'turn.ended':
      view.turns = withEndedTurn(view, event.data, event.at);
      view.turn = null;
      view.request = null;
      view.skillsInUse = withoutAgent(view.skillsInUse, undefined);
      view.lastTurn = { outcome: event.data.outcome, error: event.data.error, at: event.at };
      return;
    case 'user.queued':
      view.queued = [...view.queued, event.data];
      return;
    case 'user.unqueued':
      view.queued = view.queued.filter((message) => message.messageId !== event.data.messageId);
      return;
    case 'user.message':
      view.queued = view.queued.filter((message) => message.messageId !== event.data.messageId);
      appendUserMessage(view, event.data, event.at);
      return;
    case 'request.started':
      view.request = {
        requestId: event.data.requestId,
        startedAt: event.at,
        retry: null,
        ...(event.data.purpose && { purpose: event.data.purpose }),
      };
      return;
    case 'request.retry':
      if (view.request) view.request = { ...view.request, retry: { at: event.at, delayMs: event.data.delayMs, reason: event.data.reason } };
      return;
    case 'request.ended': {
      if (event.agentId !== undefined) return;
      const summarises = view.request?.requestId === event.data.requestId && view.request.purpose === 'compaction';
      view.request = null;
      if (event.data.outcome === 'discarded') dropMessage(view, event.data.requestId);
      // A discarded attempt leaves nothing in the conversation, and some servers report no usage.
      if (event.data.usage && !summarises && event.data.outcome !== 'discarded')
        view.contextTokens = tokensOf(event.data.usage) || view.contextTokens;
      return;
    }
    case 'conversation.compacted': {
      const { trigger, summary, tokensBefore, tokensAfter } = event.data;
      view.items.push({ type: 'compacted', id: event.id, trigger, summary: clip(summary), tokensBefore, tokensAfter, at: event.at });
      view.contextTokens = tokensAfter;
      return;
    }
    case 'conversation.rewound':
      rewindItems(view, event.data.messageId, { id: event.id, at: event.at });
      view.contextTokens = event.data.contextTokens;
      // A removed turn can't be retried.
      view.lastTurn = null;
      return;
    case 'assistant.block':
      appendAssistantBlock(view, event.data, event.at);
      return;
    case 'call.queued':
    case 'call.asked':
    case 'call.answered':
    case 'call.changed':
    case 'call.decided':
    case 'call.started':
    case 'call.terminal':
    case 'call.stalled':
    case 'call.continued':
    case 'call.finished':
      applyToCall(view, event);
      if (event.type === 'call.finished' && view.elicitations.length > 0)
        view.elicitations = view.elicitations.filter(({ callId }) => callId !== event.data.callId);
      return;
    case 'elicitation.asked':
      view.elicitations = [...view.elicitations, { ...event.data, askedAt: event.at }];
      return;
    case 'elicitation.answered':
      view.elicitations = view.elicitations.filter(({ elicitationId }) => elicitationId !== event.data.elicitationId);
      return;
    case 'todos.updated':
      view.todos = event.data.todos;
      return;
    case 'task_list.changed':
      view.taskList = changedTasks(view.taskList, event.data);
      return;
    case 'schedule.added':
    case 'schedule.due':
    case 'schedule.removed':
      view.later = laterAfter(view.later, event);
      return;
    case 'trigger.saved':
    case 'trigger.key':
    case 'trigger.ran':
    case 'trigger.removed':
      view.triggers = triggersAfter(view.triggers, event);
      return;
    case 'checkpoint.taken':
      return;
    case 'files.committed':
      view.items.push({ type: 'notice', id: event.id, at: event.at, ...committedNotice(event.data) });
      return;
    case 'files.restored':
      view.items.push({ type: 'notice', id: event.id, at: event.at, ...restoredNotice(event.data) });
      return;
    default:
      event satisfies never;
  }
}

/** Unchanged if the agent uses none, so that rules are not sorted again. */
function withoutAgent(skills: SessionView['skillsInUse'], agentId: string | undefined): SessionView['skillsInUse'] {
  return skills.some((skill) => skill.agentId === agentId) ? skills.filter((skill) => skill.agentId !== agentId) : skills;
}

function tokensOf(usage: Usage): number {
  return usage.input_tokens + usage.cache_creation_input_tokens + usage.cache_read_input_tokens + usage.output_tokens;
}

/** Messages to and from a sub-agent and its notes belong to its own conversation; its calls, questions and costs are the session's. */
function isPrivate(event: SessionEvent): boolean {
  switch (event.type) {
    case 'user.message':
    case 'assistant.block':
    case 'request.started':
    case 'request.retry':
    case 'todos.updated':
    case 'conversation.compacted':
    case 'conversation.rewound':
      return true;
    case 'notice':
      return event.data.level === 'info';
    default:
      return false;
  }
}
