import { randomUUID } from 'node:crypto';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { writingCopy } from '#main/session/log-file.ts';
import { EVENTS_FILE } from '#main/session/log.ts';
import { projectSlug } from '#main/session/store.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { atOnce } from '#shared/steps.ts';
import { answered, ended, finished, numbered, userSaid } from './session-events.ts';

const STEPS_PER_TURN = 5;
const CALLS_PER_STEP = 10;

/** An event with its milliseconds since the session began. */
export interface TimedEvent {
  readonly at: number;
  readonly event: NewSessionEvent;
}

/** Stores a session as if it had been closed a while ago. Returns its id. */
export function storeSession(stateDir: string, projectDir: string, title: string, events: readonly NewSessionEvent[]): string {
  const timed = events.map((event, index) => ({ at: index * 1000, event }));
  return storeTimedSession({ stateDir, projectDir, title, timed, endedAgo: 60_000 });
}

interface TimedSession {
  readonly stateDir: string;
  readonly projectDir: string;
  readonly title: string;
  readonly timed: readonly TimedEvent[];
  /** Milliseconds since its last event. */
  readonly endedAgo: number;
}

/** Stores a session whose events have these times. Returns its id. */
export function storeTimedSession({ stateDir, projectDir, title, timed, endedAgo }: TimedSession): string {
  const sessionId = randomUUID();
  const begin = Date.now() - endedAgo - (timed.at(-1)?.at ?? 0);
  const events = numbered([
    { type: 'session.created', data: { sessionId, projectDir, model: 'claude-sonnet-4-6', mode: 'default', client: 'anthropic' } },
    { type: 'session.title', data: { title } },
    ...timed.map(({ event }) => event),
  ]);
  const first = events.length - timed.length;
  const stored = events.map((event, index) => ({ ...event, at: begin + (timed[index - first]?.at ?? 0) }));
  const path = join(stateDir, 'sessions', projectSlug(projectDir), sessionId, EVENTS_FILE);
  atOnce(writingCopy(path, stored, nothingBefore));
  // Lists read the age of a session from here.
  const end = new Date(Date.now() - endedAgo);
  utimesSync(path, end, end);
  return sessionId;
}

/** Turns of fifty calls each, all over; what precedes the last turn was compacted. */
export function longWork(calls: number): NewSessionEvent[] {
  const turns = Math.ceil(calls / (STEPS_PER_TURN * CALLS_PER_STEP));
  return Array.from({ length: turns }, (_, turn) => [...(turn === turns - 1 ? [compacted()] : []), ...turnOf(turn)]).flat();
}

/** A turn of one message and its answer. */
export function shortWork(index: number): NewSessionEvent[] {
  return [
    userSaid(`question ${index}`),
    { type: 'turn.started', data: { turnId: 't' } },
    ...answered('r', { type: 'text', text: `Answer ${index}.` }),
    ended('r', 'ok'),
    { type: 'turn.ended', data: { turnId: 't', outcome: 'completed' } },
  ];
}

function turnOf(turn: number): NewSessionEvent[] {
  const turnId = `turn-${turn}`;
  const steps = Array.from({ length: STEPS_PER_TURN }, (_, step) => stepOf(turn, step));
  return [
    userSaid(`Work on part ${turn + 1}`),
    { type: 'turn.started', data: { turnId } },
    ...steps.flat(),
    { type: 'turn.ended', data: { turnId, outcome: 'completed' } },
  ];
}

function stepOf(turn: number, step: number): NewSessionEvent[] {
  const requestId = `request-${turn}-${step}`;
  const calls = Array.from({ length: CALLS_PER_STEP }, (_, index) => ({ callId: `past-${turn}-${step}-${index}`, ...use(index) }));
  return [
    { type: 'request.started', data: { requestId, turnId: `turn-${turn}`, attempt: 1, model: 'claude-sonnet-4-6' } },
    ...answered(
      requestId,
      { type: 'text', text: `Step ${step + 1} of **part ${turn + 1}**: look at \`module-${step}.ts\`, then change it.` },
      ...calls.map(({ callId, name, input }) => ({ type: 'tool_use' as const, id: callId, name, input })),
    ),
    {
      type: 'request.ended',
      data: {
        requestId,
        outcome: 'ok',
        stopReason: 'tool_use',
        usage: { input_tokens: 20, output_tokens: 400, cache_creation_input_tokens: 900, cache_read_input_tokens: 30_000 },
      },
    },
    ...calls.flatMap(({ callId, name, view }): NewSessionEvent[] => [
      { type: 'call.queued', data: { callId, toolName: name, messageId: requestId, requestId, parallel: true, view } },
      { type: 'call.started', data: { callId } },
      finishedWith(callId, view),
    ]),
  ];
}

function use(index: number): { readonly name: string; readonly input: Record<string, unknown>; readonly view: ToolView } {
  if (index < 4) {
    const path = `src/module-${index}.ts`;
    return { name: 'Read', input: { file_path: path }, view: { kind: 'read', title: 'Read', summary: path } };
  }
  const command = `npm test -- module-${index}`;
  return { name: 'Bash', input: { command }, view: { kind: 'command', title: 'Bash', summary: command } };
}

function finishedWith(callId: string, view: ToolView): NewSessionEvent {
  const done = finished(callId, `output of ${callId}\n`.repeat(20));
  return done.type === 'call.finished' ? { ...done, data: { ...done.data, view: { ...view, outcome: '20 lines' } } } : done;
}

function compacted(): NewSessionEvent {
  const summary = 'All parts but the last are done.';
  return {
    type: 'conversation.compacted',
    data: {
      compactionId: 'compaction',
      trigger: 'auto',
      content: [{ type: 'text', text: summary }],
      summary,
      tokensBefore: 180_000,
      tokensAfter: 2000,
    },
  };
}

// oxlint-disable-next-line require-yield -- nothing to do before the log
function* nothingBefore(): Generator<void, void, void> {}
