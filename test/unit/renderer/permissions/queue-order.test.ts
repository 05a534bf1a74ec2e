import { expect, it } from 'vitest';
import { groupAsks } from '../../../../renderer/permissions/queue/ask-groups.ts';
import {
  inOrder,
  NOTHING_SEEN,
  type Ordered,
  riskiestFirst,
  type Seen,
  seenOf,
} from '../../../../renderer/permissions/queue/queue-order.ts';
import type { QueuedAsk } from '../../../../renderer/store/queued-asks.ts';
import { ask } from './asks.ts';

const run = ask('run', { askedAt: 1 });
const push = ask('push', { askedAt: 2, risk: 'network' });
const remove = ask('remove', { askedAt: 3, risk: 'destructive' });
const read = ask('read', { askedAt: 4, risk: 'read' });

/** What a queue lists, and what is open in it, as requests come and go. */
class Queue {
  #seen: Seen = NOTHING_SEEN;
  #later = new Set<string>();

  /** `free`: the responses, by session here, whose requests nobody has touched yet. */
  shows(asks: readonly QueuedAsk[], wanted: string | null = null, free = ''): string {
    const kept: Ordered = inOrder(groupAsks(asks, { later: this.#later }), this.#seen, wanted);
    const ordered = riskiestFirst(kept, (group) => group.ask.sessionId === free);
    this.#seen = seenOf(ordered);
    return ordered.groups.map((group) => (group === ordered.current ? `[${group.key}]` : group.key)).join(' ');
  }

  later(askId: string): void {
    this.#later = new Set([...this.#later, askId]);
  }
}

it('opens on the first of the list, which is the riskiest', () => {
  expect(new Queue().shows([run, push, remove])).toBe('[remove] push run');
});

it('lists what arrives below the open request, the riskiest first', () => {
  const queue = new Queue();
  expect(queue.shows([run])).toBe('[run]');
  expect(queue.shows([run, push])).toBe('[run] push');
  expect(queue.shows([run, push, remove, read])).toBe('[run] remove push read');
  expect(queue.shows([run, push, remove, read], 'push')).toBe('run remove [push] read');
  expect(queue.shows([run, push, remove, read, ask('last', { risk: 'destructive', askedAt: 9 })], 'push')).toBe(
    'run remove [push] last read',
  );
});

it('is walked in its order by postponing', () => {
  const queue = new Queue();
  const all = [run, push, remove];
  expect(queue.shows(all)).toBe('[remove] push run');
  queue.later('remove');
  expect(queue.shows(all)).toBe('remove [push] run');
  queue.later('push');
  expect(queue.shows(all)).toBe('remove push [run]');
  queue.later('run');
  expect(queue.shows(all)).toBe('remove push run');
});

it('puts what is new before what was postponed, where nothing else is open', () => {
  const queue = new Queue();
  queue.shows([remove]);
  queue.later('remove');
  queue.shows([remove]);
  expect(queue.shows([remove, run])).toBe('[run] remove');
});

it('leaves a postponed request aside when another asks the same, which is new', () => {
  const queue = new Queue();
  queue.shows([remove, run]);
  queue.later('remove');
  expect(queue.shows([remove, run])).toBe('remove [run]');
  expect(queue.shows([remove, run, ask('again', { digest: 'remove', risk: 'destructive', askedAt: 9 })])).toBe('remove [run] again');
});

it('shows the next below after an answer, and an edited call that asks again in its place', () => {
  const queue = new Queue();
  queue.shows([run, push, remove]);
  expect(queue.shows([run, push, remove], 'push')).toBe('remove [push] run');
  const edited = ask('edited', { callId: push.callId, askedAt: 9 });
  expect(queue.shows([run, remove, edited], 's/call-push')).toBe('remove [edited] run');
  expect(queue.shows([run, remove])).toBe('remove [run]');
  expect(queue.shows([remove])).toBe('[remove]');
});

it('sorts by risk what one untouched response asks, among what else is listed', () => {
  const queue = new Queue();
  const [old, other] = [ask('old', { sessionId: 'old' }), ask('other', { sessionId: 'other', askedAt: 2 })];
  expect(queue.shows([old, other])).toBe('[old] other');
  queue.later('old');
  queue.later('other');
  expect(queue.shows([old, other])).toBe('old other');
  expect(queue.shows([old, other, run], null, 's')).toBe('[run] old other');
  expect(queue.shows([old, other, run, push], null, 's')).toBe('[push] run old other');
  expect(queue.shows([old, other, run, push, read, remove], null, 's')).toBe('[remove] push run read old other');
  // Touched: what comes now has its place below the open one.
  expect(queue.shows([old, other, run, push, remove, ask('last', { risk: 'destructive', askedAt: 9 })])).toBe(
    '[remove] last push run old other',
  );
});

it('leaves the open request of another response where it is', () => {
  const queue = new Queue();
  const other = ask('other', { sessionId: 'other' });
  queue.shows([other]);
  expect(queue.shows([other, run], null, 's')).toBe('[other] run');
  expect(queue.shows([other, run, remove], null, 's')).toBe('[other] remove run');
});
