import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '#shared/contract/app-error.ts';
import { parseSessionEvent, type SessionEvent } from '#shared/session/event.ts';
import { foldingSession } from '#shared/session/fold.ts';
import type { SessionView } from '#shared/session/view.ts';
import type { Steps } from '#shared/steps.ts';

/** Folders of a session whose files are named by its events. */
const BODIES = ['tool-results', 'terminals'];
/** Terminal summaries. Copied rather than linked, since both sessions go on writing theirs. */
const TERMINALS_FILE = 'terminals.jsonl';

export interface Fork {
  readonly sessionId: string;
  readonly sessionDir: string;
}

export interface ForkSource {
  readonly events: readonly SessionEvent[];
  readonly sessionDir: string;
  /** The main agent's user message before which the fork starts; absent: the fork has the whole history. */
  readonly beforeMessageId?: string | undefined;
  /** Some process has the session open, so unfinished work may still be running. */
  readonly live: boolean;
}

/**
 * The events of a session that shares the history of `source`: copies with their ids and times, renumbered. Paths into the source session's
 * folder are replaced by the fork's own, so that the fork doesn't depend on it.
 * @throws AppError `not_found` when the conversation doesn't have that message, `conflict` while part of the shared history is unfinished.
 */
export function* forkedEvents(source: ForkSource, fork: Fork): Steps<SessionEvent[]> {
  const shared = sharedPast(source);
  const view = yield* foldingSession(shared);
  const turnRuns = view.turn !== null && source.beforeMessageId === undefined;
  const callsRun = Object.values(view.calls).some(({ finishedAt }) => finishedAt === undefined);
  const agentsRun = source.beforeMessageId === undefined && Object.values(view.agents).some(({ state }) => state === 'running');
  if (source.live && (turnRuns || callsRun || agentsRun))
    throw new AppError('conflict', 'This session is running. Stop it or wait until its turn has ended, then fork it.');
  const { title } = yield* foldingSession(source.events);
  const [created, ...rest] = shared.filter(({ type }) => type !== 'session.title');
  if (created?.type !== 'session.created') throw new AppError('refused', 'This session’s log has lost its beginning and can’t be forked.');
  const titled: SessionEvent[] =
    title === '' ? [] : [{ id: `${created.id}-title`, seq: 0, at: created.at, type: 'session.title', data: { title: `${title} (fork)` } }];
  const moved: SessionEvent[] = [];
  for (const event of rest) {
    moved.push(withOwnPaths(event, source.sessionDir, fork.sessionDir));
    yield;
  }
  const past = [
    ...titled,
    ...moved,
    ...tasksLeftBehind(view),
    ...workflowsLeftBehind(view),
    ...schedulesLeftBehind(view),
    ...triggersLeftBehind(view),
  ];
  const origin = { sessionId: created.data.sessionId, title, lastShared: past.length + 1 };
  const first: SessionEvent = { ...created, data: { ...created.data, sessionId: fork.sessionId, origin } };
  return [first, ...past].map((event, index) => ({ ...event, seq: index + 1 }));
}

/** Background commands stay with the session that started them; the fork must not treat them as its own. */
function tasksLeftBehind({ tasks, updatedAt }: SessionView): SessionEvent[] {
  return Object.values(tasks).flatMap(({ taskId, state, agentId }) =>
    state === 'running'
      ? [
          {
            id: `${taskId}-left`,
            seq: 0,
            at: updatedAt,
            type: 'task.ended',
            data: { taskId, outcome: 'stopped', why: 'It belongs to the session this one was forked from.' },
            ...(agentId !== undefined && { agentId }),
          },
        ]
      : [],
  );
}

function workflowsLeftBehind({ workflows, updatedAt }: SessionView): SessionEvent[] {
  return Object.values(workflows).flatMap(({ runId, state }) =>
    state === 'running'
      ? [
          {
            id: `${runId}-left`,
            seq: 0,
            at: updatedAt,
            type: 'workflow.ended',
            data: { runId, outcome: 'stopped', error: 'It belongs to the session this one was forked from.' },
          },
        ]
      : [],
  );
}

/** Otherwise both sessions would do the same work. */
function schedulesLeftBehind({ later, updatedAt }: SessionView): SessionEvent[] {
  return later.map(({ scheduleId }) => ({
    id: `${scheduleId}-left`,
    seq: 0,
    at: updatedAt,
    type: 'schedule.removed',
    data: { scheduleId, by: 'fork' },
  }));
}

/** A webhook reaches one session. */
function triggersLeftBehind({ triggers, updatedAt }: SessionView): SessionEvent[] {
  return triggers.map(({ triggerId }) => ({
    id: `${triggerId}-left`,
    seq: 0,
    at: updatedAt,
    type: 'trigger.removed',
    data: { triggerId, by: 'fork' },
  }));
}

/** Gives the fork its own links to the files its events name, so that they outlive the other session. */
export function* shareBodies(fromDir: string, toDir: string): Steps<void> {
  for (const folder of BODIES) {
    const files = entriesOf(join(fromDir, folder));
    if (files.length === 0) continue;
    mkdirSync(join(toDir, folder), { recursive: true, mode: 0o700 });
    for (const name of files) {
      share(join(fromDir, folder, name), join(toDir, folder, name));
      yield;
    }
  }
  if (existsSync(join(fromDir, TERMINALS_FILE))) copyFileSync(join(fromDir, TERMINALS_FILE), join(toDir, TERMINALS_FILE));
}

function sharedPast({ events, beforeMessageId }: ForkSource): readonly SessionEvent[] {
  if (beforeMessageId === undefined) return events;
  const at = events.findIndex(
    (event) => event.type === 'user.message' && event.agentId === undefined && event.data.messageId === beforeMessageId,
  );
  if (at < 0) throw new AppError('not_found', 'This message isn’t part of the session.');
  // The message is removed with the turn it started. A turn that another message started stays, and is closed when the fork is opened.
  const turn = events.findLastIndex((event, index) => index < at && event.type === 'turn.started');
  const begins = events.slice(turn + 1, at).every((event) => event.type !== 'user.message' && event.type !== 'assistant.block');
  return events.slice(0, turn >= 0 && begins ? turn : at);
}

function withOwnPaths(event: SessionEvent, from: string, to: string): SessionEvent {
  switch (event.type) {
    case 'call.finished':
    case 'result.replaced':
    case 'user.message':
    case 'conversation.compacted':
    case 'task.started':
    case 'workflow.started':
      return moved(event, from, to);
    default:
      return event;
  }
}

/** Replaces the path in every string, at any depth. */
function moved(event: SessionEvent, from: string, to: string): SessionEvent {
  const json = JSON.stringify(event);
  const quoted = JSON.stringify(from).slice(1, -1);
  if (!json.includes(quoted)) return event;
  return parseSessionEvent(JSON.parse(json.replaceAll(quoted, () => JSON.stringify(to).slice(1, -1)))) ?? event;
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name);
  } catch {
    // Nothing was saved there.
    return [];
  }
}

function share(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    // Another file system, or one without hard links.
    copyFileSync(from, to);
  }
}
