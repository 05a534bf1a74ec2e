import { NO_SPENDING } from '../spending.ts';
import { NO_TASKS } from '../task-changes.ts';
import type { SessionView } from '../view.ts';

/** The view of a session before its first event. */
export function emptySessionView(): SessionView {
  return {
    version: 0,
    seq: 0,
    sessionId: '',
    projectDir: '',
    model: '',
    effort: 'auto',
    client: 'anthropic',
    origin: null,
    title: '',
    mode: 'default',
    createdAt: 0,
    updatedAt: 0,
    turn: null,
    request: null,
    hookWaits: [],
    turns: [],
    lastTurn: null,
    items: [],
    calls: {},
    callOrder: [],
    agents: {},
    tasks: {},
    workflows: {},
    asks: [],
    elicitations: [],
    queued: [],
    todos: [],
    taskList: NO_TASKS,
    lastUndoId: null,
    later: [],
    triggers: [],
    spending: NO_SPENDING,
    budgetUsd: null,
    contextTokens: 0,
    sessionRules: [],
    directories: [],
    skillsInUse: [],
    worktree: null,
    team: null,
  };
}
