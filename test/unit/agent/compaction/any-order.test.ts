import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toApiMessages } from '#main/agent/request/normalise.ts';
import { Transcript, type Entry } from '#main/agent/request/transcript.ts';
import { forkedEvents } from '#main/session/fork.ts';
import { atOnce } from '#shared/steps.ts';
import { parseSessionEvent, type NewSessionEvent, type SessionEvent } from '#shared/session/event.ts';
import { foldSession } from '#shared/session/fold.ts';
import { answered, ended, finished, numbered } from '#test/support/session-events.ts';
import { conversationProblems } from '#test/support/valid-conversation.ts';

type Step =
  | { readonly type: 'say' }
  | { readonly type: 'answer'; readonly calls: number }
  | { readonly type: 'compact'; readonly keep: number }
  | { readonly type: 'rewind' | 'fork'; readonly to: number }
  | { readonly type: 'resume' };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ type: 'say' as const }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('answer' as const), calls: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('compact' as const), keep: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constantFrom('rewind' as const, 'fork' as const), to: fc.nat(100) }) },
  { weight: 1, arbitrary: fc.constant({ type: 'resume' as const }) },
);

/** The expected conversation, kept naively: a full copy for every message that can be rewound to. */
interface Reference {
  readonly entries: readonly Entry[];
  readonly before: ReadonlyMap<string, Reference>;
}

const EMPTY: Reference = { entries: [], before: new Map() };
const user = (id: string): Entry => ({ role: 'user', id, content: [{ type: 'text', text: id }] });

/** A session under test: its log, its live fold, and the expected conversation. */
class Run {
  events: SessionEvent[] = [];
  live = new Transcript();
  reference = EMPTY;
  #ids = 0;

  constructor() {
    this.add({ type: 'session.created', data: { sessionId: 's', projectDir: '/p', model: 'm', mode: 'default', client: 'anthropic' } });
  }

  add(...news: readonly NewSessionEvent[]): void {
    const at = this.events.length;
    for (const event of numbered([...this.events, ...news]).slice(at)) {
      this.events.push(event);
      this.live.apply(event);
    }
  }

  take(next: Step): void {
    const { entries, before } = this.reference;
    const id = `${next.type}${(this.#ids += 1)}`;
    switch (next.type) {
      case 'say':
        this.add({
          type: 'user.message',
          data: { messageId: id, content: [{ type: 'text', text: id }], origin: 'prompt', visibility: 'both' },
        });
        this.reference = { entries: [...entries, user(id)], before: new Map([...before, [id, this.reference]]) };
        return;
      case 'answer': {
        // An answer follows a message or results.
        if (entries.length === 0) return;
        const ids = Array.from({ length: next.calls }, (_, index) => `${id}.${index}`);
        const blocks = [
          { type: 'text' as const, text: id },
          ...ids.map((callId) => ({ type: 'tool_use' as const, id: callId, name: 'T', input: {} })),
        ];
        this.add(...answered(id, ...blocks), ended(id, 'ok'), ...ids.map((callId) => finished(callId, `result of ${callId}`)));
        this.reference = { entries: [...entries, { role: 'assistant', id, blocks }], before };
        return;
      }
      case 'compact': {
        if (entries.length === 0) return;
        const kept = entries.slice(Math.max(1, entries.length - next.keep));
        const [first] = kept;
        this.add({
          type: 'conversation.compacted',
          data: {
            compactionId: id,
            trigger: 'manual',
            content: [{ type: 'text', text: id }],
            summary: id,
            ...(first && { keptFrom: first.id }),
            tokensBefore: 1,
            tokensAfter: 1,
          },
        });
        this.reference = { entries: [user(id), ...kept], before };
        return;
      }
      case 'rewind':
      case 'fork': {
        const messages = [...before];
        const [messageId, past] = messages[next.to % Math.max(1, messages.length)] ?? [];
        if (messageId === undefined || !past) return;
        this.reference = past;
        if (next.type === 'rewind') this.add({ type: 'conversation.rewound', data: { messageId, contextTokens: 0 } });
        else this.#reload(this.#forked(messageId));
        return;
      }
      case 'resume':
        this.#reload(this.events);
        return;
    }
  }

  #forked(beforeMessageId: string): SessionEvent[] {
    const source = { events: this.events, sessionDir: '/state/s', beforeMessageId, live: true };
    return atOnce(forkedEvents(source, { sessionId: 'f', sessionDir: '/state/f' }));
  }

  #reload(events: readonly SessionEvent[]): void {
    this.events = events.flatMap((event) => parseSessionEvent(JSON.parse(JSON.stringify(event))) ?? []);
    this.live = new Transcript();
    for (const event of this.events) this.live.apply(event);
  }
}

/** The messages of entries alone, as without any compaction or rewind. */
function plainMessages(entries: readonly Entry[]) {
  const fold = new Transcript();
  const events = entries.flatMap((entry): NewSessionEvent[] => {
    if (entry.role === 'user')
      return [{ type: 'user.message', data: { messageId: entry.id, content: entry.content, origin: 'prompt', visibility: 'both' } }];
    const calls = entry.blocks.flatMap((block) => (block.type === 'tool_use' ? [String(block['id'])] : []));
    return [...answered(entry.id, ...entry.blocks), ...calls.map((callId) => finished(callId, `result of ${callId}`))];
  });
  for (const event of numbered(events)) fold.apply(event);
  return toApiMessages(fold);
}

test('messages, answers, compactions, rewinds, forks and restarts in any order leave the expected valid conversation', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const run = new Run();
      for (const next of steps) {
        run.take(next);
        const messages = toApiMessages(run.live);
        expect(JSON.stringify(messages)).toBe(JSON.stringify(plainMessages(run.reference.entries)));
        if (messages.length > 0) expect(conversationProblems(JSON.parse(JSON.stringify({ messages })))).toEqual([]);
      }
      // The window's fold supports rewinding too, and agrees on the messages.
      const shown = foldSession(run.events).items.flatMap((item) => (item.type === 'user' ? [item.id] : []));
      expect(shown).toEqual([...run.reference.before.keys()]);
    }),
    { numRuns: 400 },
  );
});
