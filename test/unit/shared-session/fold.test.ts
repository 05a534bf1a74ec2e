import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spentTokens } from '#shared/session/spending.ts';
import { storedEventSchema, parseSessionEvent, type NewSessionEvent } from '#shared/session/event.ts';
import { applyEvent, foldSession } from '#shared/session/fold.ts';
import { emptySessionView } from '#shared/session/fold/empty-view.ts';
import { applyToAsks, asksViewOf, concernsAsks } from '#shared/session/fold/fold-asks.ts';
import { packingView, packView, unpackView } from '#shared/session/pack-view.ts';
import { toWireEvent } from '#shared/session/wire.ts';
import { numbered } from '#test/support/session-events.ts';
import { anyEvents } from './any-event.ts';

describe('folding any events', () => {
  it('is the same for the events a window gets', () => {
    fc.assert(
      fc.property(anyEvents, (news) => {
        const events = numbered(news);
        expect(foldSession(events.map(toWireEvent))).toEqual(foldSession(events));
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same asks as the fold that ignores everything else', () => {
    fc.assert(
      fc.property(anyEvents, fc.nat(40), (news, from) => {
        const events = numbered(news);
        const past = events.slice(0, from);
        const rest = events.slice(from).map(toWireEvent);
        let view = asksViewOf(foldSession(past));
        for (const event of rest) view = concernsAsks(event.type) ? applyToAsks(view, event) : { ...view, seq: event.seq };
        expect(view).toEqual(asksViewOf(foldSession(events)));
      }),
      { numRuns: 500 },
    );
  });

  it('is the same after writing to and reading from disk', () => {
    fc.assert(
      fc.property(anyEvents, (news) => {
        const events = numbered(news);
        const stored = events.flatMap((event) => parseSessionEvent(JSON.parse(JSON.stringify(event))) ?? []);
        expect(foldSession(stored)).toEqual(foldSession(events));
      }),
      { numRuns: 200 },
    );
  });

  it('ignores repeated events', () => {
    fc.assert(
      fc.property(anyEvents, fc.array(fc.nat(39), { maxLength: 10 }), (news, replays) => {
        const events = numbered(news);
        const view = emptySessionView();
        for (const [index, event] of events.entries()) {
          applyEvent(view, event);
          for (const replay of replays) {
            const earlier = events[replay];
            if (earlier && replay <= index) applyEvent(view, earlier);
          }
        }
        expect(view).toEqual(foldSession(events));
      }),
      { numRuns: 200 },
    );
  });

  it('continues from a snapshot', () => {
    fc.assert(
      fc.property(anyEvents, fc.nat(40), (news, cut) => {
        const events = numbered(news);
        const view = structuredClone(foldSession(events.slice(0, cut)));
        // A window may get events again that the snapshot already includes.
        for (const event of events.slice(Math.max(0, cut - 5))) applyEvent(view, toWireEvent(event));
        expect(view).toEqual(foldSession(events));
      }),
      { numRuns: 200 },
    );
  });

  it('mutates no event and replaces rows instead of mutating them', () => {
    fc.assert(
      fc.property(anyEvents, (news) => {
        const events = numbered(news);
        const before = JSON.stringify(events);
        const view = emptySessionView();
        for (const event of events) {
          const rows = Object.values(view.calls).map((row) => [row, JSON.stringify(row)] as const);
          applyEvent(view, event);
          for (const [row, text] of rows) expect(JSON.stringify(row)).toBe(text);
        }
        expect(JSON.stringify(events)).toBe(before);
      }),
      { numRuns: 100 },
    );
  });

  it('is the same when packed, sent and unpacked', () => {
    fc.assert(
      fc.property(anyEvents, (news) => {
        const view = foldSession(numbered(news));
        expect(unpackView(JSON.parse(JSON.stringify(packView(view))))).toEqual(view);
      }),
      { numRuns: 500 },
    );
  });

  it('is packed as of the first step, whatever happens between steps', () => {
    fc.assert(
      fc.property(anyEvents, fc.nat(60), fc.nat(4), (news, seen, atATime) => {
        const events = numbered(news);
        const view = foldSession(events.slice(0, seen));
        const rest = events.slice(seen);
        const expected = JSON.stringify(packView(view));
        const packing = packingView(view);
        let step = packing.next();
        while (!step.done) {
          for (const event of rest.splice(0, atATime)) applyEvent(view, event);
          step = packing.next();
        }
        for (const event of rest) applyEvent(view, event);
        expect(JSON.stringify(step.value)).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });

  it('is plain JSON', () => {
    fc.assert(
      fc.property(anyEvents, (news) => {
        const view = foldSession(numbered(news));
        expect(JSON.parse(JSON.stringify(view))).toEqual(view);
      }),
      { numRuns: 100 },
    );
  });
});

it('ignores an event type of a later version', () => {
  const stored = { id: 'x', seq: 1, at: 1, type: 'from.the.future', data: {} };
  expect(storedEventSchema.safeParse(stored).success).toBe(true);
  expect(parseSessionEvent(stored)).toBeUndefined();
});

it('doesn’t count renaming a session as using it', () => {
  const created: NewSessionEvent = {
    type: 'session.created',
    data: { sessionId: 's', projectDir: '/p', model: 'm', mode: 'default', client: 'scripted' },
  };
  const [first, renamed] = numbered([created, { type: 'session.title', data: { title: 'Survey' } }]);
  if (!first || !renamed) throw new Error('two events were made');
  const view = foldSession([
    { ...first, at: 10 },
    { ...renamed, at: 20 },
  ]);
  expect([view.title, view.updatedAt]).toEqual(['Survey', 10]);
});

describe('a compacted and rewound conversation', () => {
  const text = (words: string): NewSessionEvent => ({
    type: 'user.message',
    data: { messageId: words, content: [{ type: 'text', text: words }], origin: 'prompt', visibility: 'both' },
  });
  const request = (requestId: string, input_tokens: number, more: { purpose?: 'compaction'; agentId?: string } = {}): NewSessionEvent[] => [
    {
      type: 'request.started',
      data: { requestId, turnId: 't', attempt: 1, model: 'm', ...(more.purpose && { purpose: more.purpose }) },
      agentId: more.agentId,
    },
    {
      type: 'request.ended',
      data: {
        requestId,
        outcome: 'ok',
        stopReason: null,
        usage: { input_tokens, output_tokens: 1, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
      },
      agentId: more.agentId,
    },
  ];
  const compacted: NewSessionEvent = {
    type: 'conversation.compacted',
    data: { compactionId: 'c', trigger: 'manual', content: [], summary: 'In short.', tokensBefore: 900, tokensAfter: 90 },
  };
  const fold = (...events: (NewSessionEvent | NewSessionEvent[])[]) => foldSession(numbered(events.flat()));

  it('shows all of it, with a mark at the compaction', () => {
    const view = fold(text('one'), compacted, text('two'));
    expect(view.items.map(({ type }) => type)).toEqual(['user', 'compacted', 'user']);
    expect(view.items[1]).toMatchObject({ summary: 'In short.', tokensBefore: 900, tokensAfter: 90 });
  });

  it('keeps removed messages behind one item', () => {
    const view = fold(text('one'), text('two'), compacted, { type: 'conversation.rewound', data: { messageId: 'two', contextTokens: 7 } });
    expect(view.items).toMatchObject([{ id: 'one' }, { type: 'rewound', items: [{ id: 'two' }, { type: 'compacted' }] }]);
    expect(view.contextTokens).toBe(7);
  });

  it('counts the summary’s cost, but ignores it and sub-agents in the context usage', () => {
    const view = fold(request('a', 900), request('sum', 950, { purpose: 'compaction' }), compacted, request('sub', 40, { agentId: 's' }));
    expect([spentTokens(view.spending).input_tokens, view.contextTokens]).toEqual([1890, 90]);
  });

  it('takes no usage from a discarded attempt or a server that reports none', () => {
    const ended = (outcome: 'discarded' | 'ok', tokens: number): NewSessionEvent => ({
      type: 'request.ended',
      data: {
        requestId: 'x',
        outcome,
        stopReason: null,
        usage: { input_tokens: tokens, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
      },
    });
    expect(fold(request('a', 899), ended('discarded', 700)).contextTokens).toBe(900);
    expect(fold(request('a', 899), ended('ok', 0)).contextTokens).toBe(900);
  });
});

describe('a session of 10,000 calls', () => {
  const output = 'x'.repeat(2000);
  const events: NewSessionEvent[] = Array.from({ length: 10_000 }, (_, index): NewSessionEvent[] => {
    const callId = `toolu_${String(index).padStart(24, '0')}`;
    const requestId = `req_00000000-0000-0000-0000-${String(Math.floor(index / 5)).padStart(12, '0')}`;
    const view = {
      kind: 'read' as const,
      title: 'Read',
      summary: `src/some/folder/file-${index}.ts`,
      detail: { type: 'text' as const, text: output, truncated: false },
    };
    const decision = {
      behavior: 'allow' as const,
      reason: 'workingDirectory' as const,
      message: `Inside the project (${index % 40}).`,
      trace: [{ layer: 'mode' as const, outcome: 'allow' as const, detail: 'Inside the project.' }],
      parts: [],
      effects: [],
      risk: 'read' as const,
      suggestions: [],
    };
    return [
      {
        type: 'assistant.block',
        data: {
          requestId,
          messageId: requestId,
          index: index % 5,
          block: { type: 'tool_use', id: callId, name: 'Read', input: { file_path: output } },
        },
      },
      { type: 'call.queued', data: { callId, messageId: requestId, requestId, toolName: 'Read', view, parallel: true } },
      { type: 'call.decided', data: { callId, decision, facts: { output }, inputDigest: 'd' } },
      { type: 'call.started', data: { callId } },
      {
        type: 'call.finished',
        data: { callId, outcome: 'done', isError: false, content: output, view: { ...view, outcome: '80 lines' }, spans: [] },
      },
    ];
  }).flat();

  it('has a snapshot under 2 MB, without result bodies', () => {
    const text = JSON.stringify(packView(foldSession(numbered(events))));
    expect(text).not.toContain('xxxx');
    expect(text.length).toBeLessThan(2_000_000);
  });
});
