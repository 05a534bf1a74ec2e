import type { Decision, TraceEntry } from '../../shared/permission/decision.ts';
import type { EventBody, NewSessionEvent } from '../../shared/session/event.ts';
import type { ToolKind } from '../../shared/session/tool-view.ts';
import { answered, userSaid } from '../support/session-events.ts';
import { storeTimedSession, type TimedEvent } from '../support/stored-sessions.ts';

const TITLE = 'Fix the tide tables';
const PLACES = ['Brest', 'Dover', 'Cuxhaven', 'Esbjerg', 'Galway', 'Hilo', 'Incheon', 'Cadiz'];
const TABLES = ['heights of high water', 'times of low water', 'currents', 'secondary ports'];
const CALLS_PER_TURN = 400;
const CALLS_PER_ANSWER = 4;
/** Milliseconds. */
const ANSWER_TOOK = 1700;

const TOOLS = [
  { name: 'Read', kind: 'read', title: 'Read', took: 60 },
  { name: 'Grep', kind: 'search', title: 'Search', took: 90 },
  { name: 'Bash', kind: 'command', title: 'Run', took: 900 },
  { name: 'Edit', kind: 'edit', title: 'Edit', took: 40 },
  { name: 'Read', kind: 'read', title: 'Read', took: 70 },
  { name: 'Glob', kind: 'search', title: 'Find files', took: 80 },
] as const satisfies readonly { name: string; kind: ToolKind; title: string; took: number }[];

/** Stores a session with this many calls, four in parallel, like after a long day of work. */
export function storeLongSession(stateDir: string, projectDir: string, calls: number): void {
  const timed: TimedEvent[] = [];
  for (let first = 0; first < calls; first += CALLS_PER_TURN) {
    // A person reads, then writes the next message.
    const begin = (timed.at(-1)?.at ?? 0) + 20_000;
    timed.push(...turn(first / CALLS_PER_TURN, begin));
  }
  storeTimedSession({ stateDir, projectDir, title: TITLE, timed, endedAgo: 60_000 });
}

function messageOf(number: number): string {
  const [place = '', table = ''] = [PLACES[number % PLACES.length], TABLES[Math.floor(number / PLACES.length)]];
  return number === 0 ? TITLE : `Check the ${table} of ${place}`;
}

function turn(number: number, begin: number): TimedEvent[] {
  const turnId = `turn-${number}`;
  const timed: TimedEvent[] = [userSaid(messageOf(number)), { type: 'turn.started' as const, data: { turnId } }].map((event) => ({
    at: begin,
    event,
  }));
  for (let done = 0; done < CALLS_PER_TURN; done += CALLS_PER_ANSWER) {
    timed.push(...answer(turnId, number * CALLS_PER_TURN + done, (timed.at(-1)?.at ?? 0) + 20));
  }
  const end = timed.at(-1)?.at ?? 0;
  const last = request(
    `${turnId}-end`,
    turnId,
    answered(`${turnId}-end`, { type: 'text', text: 'Done: all parts are checked, and their tests pass.' }),
  );
  timed.push(...last.map(({ at, event }) => ({ at: end + at, event })));
  timed.push({ at: end + ANSWER_TOOK, event: { type: 'turn.ended', data: { turnId, outcome: 'completed' } } });
  return timed;
}

/** An answer of the model with its calls, which start together; the next one begins when the slowest has ended. */
function answer(turnId: string, first: number, begin: number): TimedEvent[] {
  const requestId = `request-${first}`;
  const calls = Array.from({ length: CALLS_PER_ANSWER }, (_, index) => call(first + index, requestId));
  const blocks = answered(
    requestId,
    ...(first % 40 === 0 ? [{ type: 'text' as const, text: `Next are the parts from ${(first % 97) + 1} on.` }] : []),
    ...calls.map(({ use }) => use),
  );
  const events = [...request(requestId, turnId, blocks), ...calls.flatMap(({ timed }) => timed)];
  return events.toSorted((a, b) => a.at - b.at).map(({ at, event }) => ({ at: begin + at, event }));
}

function request(requestId: string, turnId: string, blocks: readonly NewSessionEvent[]): TimedEvent[] {
  const usage = { input_tokens: 20, output_tokens: 300, cache_creation_input_tokens: 700, cache_read_input_tokens: 60_000 };
  return [
    { at: 0, event: { type: 'request.started', data: { requestId, turnId, attempt: 1, model: 'claude-sonnet-4-6' } } },
    ...blocks.map((event) => ({ at: ANSWER_TOOK, event })),
    { at: ANSWER_TOOK, event: { type: 'request.ended', data: { requestId, outcome: 'ok', stopReason: null, usage } } },
  ];
}

function call(index: number, requestId: string) {
  const { name, kind, title, took } = TOOLS[index % TOOLS.length] ?? TOOLS[0];
  const callId = `long_${index}`;
  const path = `src/${['tides', 'moon', 'harbour', 'charts'][index % 4] ?? ''}/part-${index % 97}.ts`;
  const summary = { Bash: `npm test -- ${path}`, Grep: 'highWater', Glob: '**/*.ts', Read: path, Edit: path }[name];
  const view = { kind, title, summary };
  const isError = name === 'Bash' && index % 211 === 0;
  const queued = { callId, messageId: requestId, requestId, toolName: name, view, parallel: true };
  const ended: EventBody<'call.finished'> = {
    callId,
    outcome: isError ? 'failed' : 'done',
    isError,
    content: '',
    view,
    spans: [],
    ...(isError && { exitCode: 1 }),
  };
  const decision = name === 'Bash' || name === 'Edit' ? byRule(name === 'Bash' ? 'Bash(npm test *)' : 'Edit(src/**)') : inProject();
  const begin = ANSWER_TOOK + 4;
  const timed: TimedEvent[] = [
    { at: begin, event: { type: 'call.queued', data: queued } },
    { at: begin + 3, event: { type: 'call.decided', data: { callId, decision, inputDigest: 'd' } } },
    { at: begin + 8, event: { type: 'call.started', data: { callId } } },
    { at: begin + 8 + took + ((index * 37) % took), event: { type: 'call.finished', data: ended } },
  ];
  return { use: { type: 'tool_use' as const, id: callId, name, input: { file_path: path } }, timed };
}

function byRule(text: string): Decision {
  const detail = `The rule ${text} allows it.`;
  const rule = { text, behavior: 'allow', source: 'local' } as const;
  return allowed('rule', detail, { layer: 'allow', outcome: 'allow', detail, rule });
}

function inProject(): Decision {
  const detail = 'It only reads in the project.';
  return allowed('workingDirectory', detail, { layer: 'tool', outcome: 'allow', detail });
}

function allowed(reason: Decision['reason'], message: string, entry: TraceEntry): Decision {
  return { behavior: 'allow', reason, message, trace: [entry], parts: [], effects: [], risk: 'read', suggestions: [] };
}
