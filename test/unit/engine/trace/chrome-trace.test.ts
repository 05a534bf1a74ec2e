import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { chromeTrace, traceEvents } from '#main/engine/trace/chrome-trace.ts';
import { nestedSlices } from '#main/engine/trace/call-slices.ts';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import { foldSession } from '#shared/session/fold.ts';

/** Fields that readers of the format require. */
const args = z.record(z.string(), z.union([z.string().max(2000), z.number(), z.boolean()]));
const id = z.number().int().nonnegative();
const entrySchema = z.discriminatedUnion('ph', [
  z.strictObject({
    ph: z.literal('M'),
    name: z.enum(['process_name', 'process_sort_index', 'thread_name', 'thread_sort_index']),
    ts: id,
    pid: id,
    tid: id,
    args,
  }),
  z.strictObject({ ph: z.literal('X'), name: z.string().min(1).max(130), cat: z.string().min(1), ts: id, dur: id, pid: id, tid: id, args }),
]);
const traceSchema = z.strictObject({
  displayTimeUnit: z.literal('ms'),
  otherData: z.object({ startedAt: z.iso.datetime() }),
  traceEvents: z.array(entrySchema),
});
type Entry = z.infer<typeof entrySchema>;

/** Events with the given times. */
function log(...events: readonly (readonly [at: number, event: NewSessionEvent])[]): SessionEvent[] {
  const created: NewSessionEvent = {
    type: 'session.created',
    data: { sessionId: 's1', projectDir: '/p', model: 'm', mode: 'default', client: 'scripted' },
  };
  return [[1000, created] as const, ...events].map(([at, event], index) => ({ ...event, id: `e${index}`, seq: index + 1, at }));
}

const queued = (callId: string, more: object = {}, agentId?: string): NewSessionEvent => ({
  type: 'call.queued',
  agentId,
  data: {
    callId,
    messageId: 'r1',
    requestId: 'r1',
    toolName: 'Bash',
    view: { kind: 'command', title: 'Run', summary: 'deploy --token=hunter2' },
    parallel: true,
    ...more,
  },
});
const started = (callId: string): NewSessionEvent => ({ type: 'call.started', data: { callId } });
const finished = (callId: string, ...spans: readonly (readonly [step: string, start: number, end: number])[]): NewSessionEvent => ({
  type: 'call.finished',
  data: {
    callId,
    outcome: 'done',
    isError: false,
    content: 'sk-secret',
    view: { kind: 'command', title: 'Run', summary: 'deploy --token=hunter2' },
    spans: spans.map(([step, start, end]) => ({ step, start, end, outcome: 'ok' as const })),
  },
});
const asked = (callId: string): NewSessionEvent => ({
  type: 'call.asked',
  data: {
    ask: {
      askId: `ask-${callId}`,
      callId,
      toolName: 'Bash',
      sentence: '',
      view: { kind: 'command', title: 'Run', summary: '' },
      message: '',
      reason: 'needsApproval',
      parts: [],
      effects: [],
      risk: 'execute',
      suggestions: [],
      digest: 'd',
      cwd: '/p',
    },
  },
});
const answered = (callId: string): NewSessionEvent => ({
  type: 'call.answered',
  data: { askId: `ask-${callId}`, callId, answer: { type: 'allow_once' }, by: 'person' },
});
const toolUse: NewSessionEvent = {
  type: 'assistant.block',
  data: {
    requestId: 'r1',
    messageId: 'r1',
    index: 0,
    block: { type: 'tool_use', id: 'a', name: 'Bash', input: { command: `deploy --token=hunter2 ${'x'.repeat(5000)}` } },
  },
};

async function traceOf(events: readonly SessionEvent[], texts = false): Promise<readonly Entry[]> {
  const text = await chromeTrace({ view: foldSession(events), events, now: 9000, texts });
  return traceSchema.parse(JSON.parse(text)).traceEvents;
}

/** The slices of each track, nested. */
function outline(entries: readonly Entry[], tid: number): string[] {
  const open: number[] = [];
  return entries.flatMap((entry) => {
    if (entry.ph !== 'X' || entry.tid !== tid) return [];
    while ((open.at(-1) ?? Number.POSITIVE_INFINITY) <= entry.ts) open.pop();
    const line = `${'  '.repeat(open.length)}${entry.name} ${entry.ts / 1000}+${entry.dur / 1000}`;
    open.push(entry.ts + entry.dur);
    return [line];
  });
}

describe('the trace of a session', () => {
  it('contains a call with its waits and steps nested', async () => {
    const events = log(
      [1100, queued('a')],
      [1110, asked('a')],
      [1500, answered('a')],
      [1510, started('a')],
      [1900, finished('a', ['schema', 1101, 1102], ['permission', 1103, 1505.5], ['call', 1510, 1899.25])],
    );
    expect(outline(await traceOf(events), 1)).toEqual([
      'Bash 100+800',
      '  queued 100+10',
      '    schema 101+1',
      '    permission 103+7',
      '  waiting for you 110+390',
      '  call 510+389.25',
    ]);
  });

  it('puts parallel calls on separate threads, and a sub-agent into its own process', async () => {
    const events = log(
      [1100, queued('a', { toolName: 'Agent' })],
      [1101, queued('b')],
      [1102, started('a')],
      [1105, started('b')],
      [
        1110,
        {
          type: 'agent.started',
          agentId: 'ag',
          data: { parentCallId: 'a', agentType: 'reviewer', description: 'd', model: 'm', depth: 1, background: false },
        },
      ],
      [1120, queued('c', { parentCallId: 'a' }, 'ag')],
      [1121, { ...started('c'), agentId: 'ag' }],
      [1200, { ...finished('c'), agentId: 'ag' }],
      [1300, finished('b')],
      [1400, queued('d')],
      [1410, finished('d')],
      [1500, finished('a')],
    );
    const entries = await traceOf(events);
    const names = entries.flatMap((entry) =>
      entry.ph === 'M' && entry.name.endsWith('_name') ? [`${entry.pid}/${entry.tid} ${String(entry.args['name'])}`] : [],
    );
    expect(names).toEqual(['1/0 Main agent', '1/1 Calls', '1/2 Calls 2', '2/0 reviewer', '2/3 Calls']);
    expect(
      entries
        .filter((entry) => entry.ph === 'X' && entry.args['callId'] !== undefined)
        .map((entry) => `${entry.tid} ${String(entry.args['callId'])}`),
    ).toEqual(['1 a', '2 b', '2 d', '3 c']);
  });

  it('contains model requests with their tokens', async () => {
    const events = log(
      [1100, { type: 'request.started', data: { requestId: 'r1', turnId: 't', attempt: 1, model: 'claude' } }],
      [
        1600,
        {
          type: 'request.ended',
          data: {
            requestId: 'r1',
            outcome: 'ok',
            stopReason: null,
            usage: { input_tokens: 5, output_tokens: 7, cache_creation_input_tokens: 0, cache_read_input_tokens: 3 },
          },
        },
      ],
    );
    expect((await traceOf(events)).at(-1)).toMatchObject({ name: 'request', ts: 100_000, dur: 500_000, args: { outputTokens: 7 } });
  });

  it('ends running work now, and marks it', async () => {
    const events = log([1100, queued('a')], [1110, started('a')]);
    expect((await traceOf(events)).find((entry) => entry.ph === 'X')).toMatchObject({ dur: 7_900_000, args: { unfinished: true } });
  });

  it('contains no command, input or output unless requested, then truncated', async () => {
    const events = log([1050, toolUse], [1100, queued('a')], [1110, started('a')], [1200, finished('a')]);
    expect(JSON.stringify(await traceOf(events))).not.toMatch(/hunter2|deploy|sk-secret/);
    const reported = (await traceOf(events, true)).find((entry) => entry.ph === 'X');
    expect(reported).toMatchObject({ name: 'Bash deploy --token=hunter2', args: { input: expect.stringContaining('hunter2') } });
    expect(JSON.stringify(reported)).not.toContain('sk-secret');
  });

  it('of an empty session can be opened', async () => {
    expect(await traceOf(log())).toHaveLength(2);
  });
});

describe('for any times', () => {
  const time = fc.integer({ min: 1000, max: 1100 });
  const times = fc.record({ at: fc.array(time, { minLength: 5, maxLength: 5 }), spans: fc.array(fc.tuple(time, time), { maxLength: 4 }) });

  it('starts ascend on each track and no slice exceeds its parent', () => {
    fc.assert(
      fc.property(fc.array(times, { maxLength: 8 }), fc.boolean(), (calls, open) => {
        const timed = calls.flatMap(({ at, spans }, index) => {
          const [q = 0, a = 0, b = 0, s = 0, f = 0] = at;
          const callId = `c${index}`;
          const end = finished(callId, ...spans.map(([from, to]) => ['step', from + 0.3, to + 0.7] as const));
          const steps = [
            [q, queued(callId)] as const,
            [a, asked(callId)] as const,
            [b, answered(callId)] as const,
            [s, started(callId)] as const,
          ];
          return open && index === 0 ? steps : [...steps, [f, end] as const];
        });
        const events = log(...timed);
        const tracks = Map.groupBy(traceEvents({ view: foldSession(events), events, now: 1200, texts: false }), ({ tid }) => tid);
        for (const [tid, entries] of tracks) {
          if (tid === 0) continue;
          const ends: number[] = [];
          let last = 0;
          for (const { ph, ts, dur = 0 } of entries) {
            if (ph === 'M') continue;
            expect(ts).toBeGreaterThanOrEqual(last);
            last = ts;
            while ((ends.at(-1) ?? Number.POSITIVE_INFINITY) <= ts) ends.pop();
            expect(ts + dur).toBeLessThanOrEqual(ends.at(-1) ?? Number.POSITIVE_INFINITY);
            ends.push(ts + dur);
          }
        }
      }),
    );
  });

  it('nesting keeps every slice', () => {
    const slice = fc.tuple(time, fc.nat(50)).map(([start, length]) => ({ name: 's', category: 'c', start, end: start + length, args: {} }));
    fc.assert(
      fc.property(fc.array(slice), (slices) => {
        expect(nestedSlices(slices)).toHaveLength(slices.length);
      }),
    );
  });
});
