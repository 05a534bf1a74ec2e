import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NewSessionEvent } from '../../shared/session/event.ts';
import type { CallOutcome } from '../../shared/session/call-record.ts';

const TOOLS = ['Read', 'Grep', 'Bash', 'Edit', 'Read', 'Glob'] as const;
const KINDS = { Read: 'read', Grep: 'search', Glob: 'search', Bash: 'command', Edit: 'edit' } as const;
/** Milliseconds between the starts of an answer's calls. */
const STEP = 340;

/** Adds calls to the only session on disk, four in parallel, like after a long day of work. */
export function addCalls(stateDir: string, count: number): void {
  const sessions = join(stateDir, 'sessions');
  const file = readdirSync(sessions, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith('events.jsonl')) ?? '';
  const path = join(sessions, file);
  const last = JSON.parse(readFileSync(path, 'utf8').trimEnd().split('\n').at(-1) ?? '{}') as { seq: number; at: number };
  const timed = Array.from({ length: count }, (_, index) => call(index)).flat();
  const lines = timed
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, event }, index) => JSON.stringify({ ...event, id: `long${index}`, seq: last.seq + 1 + index, at: last.at + 500 + at }));
  appendFileSync(path, `${lines.join('\n')}\n`);
}

function call(index: number): { readonly at: number; readonly event: NewSessionEvent }[] {
  const toolName = TOOLS[index % TOOLS.length] ?? 'Read';
  const callId = `long_${index}`;
  const name = `src/${['tides', 'moon', 'harbour', 'charts'][index % 4] ?? ''}/part-${index % 97}.ts`;
  const summary = toolName === 'Bash' ? `npm test -- ${name}` : toolName === 'Grep' ? 'highWater' : toolName === 'Glob' ? '**/*.ts' : name;
  const view = { kind: KINDS[toolName], title: toolName, summary };
  const outcome: CallOutcome = index % 211 === 0 ? 'failed' : index % 337 === 0 ? 'cancelled' : 'done';
  // Four start together, the next four when the slowest has ended.
  const begins = Math.floor(index / 4) * STEP * 4;
  const took = toolName === 'Bash' ? 900 : 60 + ((index * 37) % 240);
  const asked = { callId, messageId: callId, requestId: callId, toolName, view, parallel: true };
  const ended = { callId, outcome, isError: outcome !== 'done', content: '', view, spans: [] };
  return [
    { at: begins, event: { type: 'call.queued', data: asked } },
    { at: begins + 12, event: { type: 'call.started', data: { callId } } },
    { at: begins + 12 + took, event: { type: 'call.finished', data: ended } },
  ];
}
