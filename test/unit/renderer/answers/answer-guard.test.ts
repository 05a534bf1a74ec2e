import { describe, expect, it } from 'vitest';
import { armsAt, reduceGuard, NO_CARD, refusal, type GuardEvent, type Press } from '../../../../renderer/answers/answer-guard.ts';

const card = (name: string | null, chosenAt?: number, at = chosenAt ?? 0): GuardEvent => ({ type: 'card', card: name, chosenAt, at });
const painted = (name: string, at: number, ...listed: string[]): GuardEvent => ({ type: 'painted', card: name, listed, at });
const taken = (at: number, by: 'key' | 'pointer' = 'key'): GuardEvent => ({ type: 'engaged', by, at });
const moved = (at: number): GuardEvent => ({ type: 'moved', at });
const typed = (at: number): GuardEvent => ({ type: 'typed', at });
const left: GuardEvent = { type: 'left' };

const seen: GuardEvent = { type: 'seen' };
const unseen = (...events: readonly GuardEvent[]) => events.reduce(reduceGuard, NO_CARD);
/** What is painted is in view. */
const after = (...events: readonly GuardEvent[]) =>
  unseen(...events.flatMap((event): GuardEvent[] => (event.type === 'painted' ? [event, seen] : [event])));
const press = (how: Press['how'], at: number, change: Partial<Press> = {}): Press => ({
  how,
  at,
  repeat: false,
  composing: false,
  ...change,
});
/** A card that was painted at 1000 and focused at 1100. */
const READ = [card('a'), painted('a', 1000), taken(1100)] as const;

describe('a key answers only an ask that was painted, focused and readable', () => {
  it.each<[string, readonly GuardEvent[], Press, string | undefined]>([
    ['painted for long enough and focused', READ, press('key', 1300), undefined],
    ['one millisecond too soon', READ, press('key', 1299), 'unpainted'],
    ['never painted, as in a hidden window', [card('a'), taken(0)], press('key', 9000), 'unpainted'],
    ['nothing is shown', [], press('key', 9000), 'unpainted'],
    ['it was only just focused', [card('a'), painted('a', 1000)], press('key', 9000), 'notEngaged'],
    ['focused before it was painted', [card('a'), taken(900), painted('a', 1000)], press('key', 9000), 'notEngaged'],
    ['another moved into its place', [...READ, card('b'), painted('b', 2000)], press('key', 9000), 'notEngaged'],
    ['its contents changed', [...READ, card('a2'), painted('a2', 2000)], press('key', 9000), 'notEngaged'],
    ['it changed and was focused again', [...READ, card('a2'), painted('a2', 2000), taken(2100)], press('key', 2300), undefined],
    ['moved away and back', [...READ, card('b'), card('a'), painted('a', 2000)], press('key', 9000), 'notEngaged'],
    ['the focus was elsewhere meanwhile', [...READ, left], press('key', 9000), 'notEngaged'],
    ['held down', READ, press('key', 9000, { repeat: true }), 'repeated'],
    ['part of a composed character', READ, press('key', 9000, { composing: true }), 'composing'],
    ['right after other typing', [...READ, typed(5000)], press('key', 5499), 'typing'],
    ['after typing has paused', [...READ, typed(5000)], press('key', 5500), undefined],
    ['typed before it appeared', [typed(990), ...READ], press('key', 1450), 'typing'],
    ['a moved card still accepts keys', [...READ, moved(5000)], press('key', 5001), undefined],
  ])('%s', (_what, events, by, why) => expect(refusal(after(...events), by)).toBe(why));
});

describe('a click answers only a card that was stable under the pointer', () => {
  it.each<[string, readonly GuardEvent[], Press, string | undefined]>([
    ['painted for long enough', [card('a'), painted('a', 1000)], press('pointer', 1300), undefined],
    ['painted just now', [card('a'), painted('a', 1000)], press('pointer', 1299), 'unpainted'],
    ['the button moved', [card('a'), painted('a', 1000), moved(5000)], press('pointer', 5299), 'moved'],
    ['it is stable again', [card('a'), painted('a', 1000), moved(5000)], press('pointer', 5300), undefined],
    ['while the person types elsewhere', [card('a'), painted('a', 1000), typed(5000)], press('pointer', 5001), undefined],
  ])('%s', (_what, events, by, why) => expect(refusal(after(...events), by)).toBe(why));
});

describe('nothing is allowed before it was in view', () => {
  it.each<[string, readonly GuardEvent[], Press, Parameters<typeof refusal>[2], string | undefined]>([
    ['by a key', READ, press('key', 9000), {}, 'unseen'],
    ['by a held key', READ, press('key', 9000, { repeat: true }), { isHeld: true }, 'unseen'],
    ['by a click', READ, press('pointer', 9000), {}, 'unseen'],
    ['by text typed into its field', READ, press('field', 9000), { needsEngagement: false }, 'unseen'],
    ['seen before it was painted', [card('a'), seen, painted('a', 1000)], press('pointer', 9000), {}, 'unseen'],
    ['another was seen', [...READ, seen, card('b'), painted('b', 2000)], press('pointer', 9000), {}, 'unseen'],
    ['seen', [...READ, seen], press('pointer', 9000), {}, undefined],
    ['a denial', READ, press('pointer', 9000), { allows: false }, undefined],
    ['a screen reader, which reads it anyway', READ, press('assistive', 9000), {}, undefined],
    ['a key that doesn’t count anyway says why', [card('a'), painted('a', 1000)], press('key', 9000), {}, 'notEngaged'],
  ])('%s', (_what, events, by, proof, why) => expect(refusal(unseen(...events), by, proof)).toBe(why));
});

describe('selecting a row focuses its card', () => {
  const list = [card('a'), painted('a', 1000, 'a', 'b')] as const;
  it.each<[string, readonly GuardEvent[], string | undefined]>([
    ['a row shown long enough to be read', [...list, card('b', 2000), painted('b', 2050)], undefined],
    ['a row that had just appeared', [...list, card('b', 1200), painted('b', 2050)], 'notEngaged'],
    ['a row that wasn’t there', [...list, card('c', 2000), painted('c', 2050)], 'notEngaged'],
  ])('%s', (_what, events, why) => expect(refusal(after(...events), press('key', 9000))).toBe(why));
});

describe('answers that prove intent', () => {
  const notEngaged = after(card('a'), painted('a', 1000));
  it.each<[string, Press, Parameters<typeof refusal>[2], string | undefined]>([
    ['text typed into the card’s own field', press('field', 2000), { needsEngagement: false }, undefined],
    ['Enter in a field that opened by itself', press('field', 2000), {}, 'notEngaged'],
    ['a key held for the full hold time', press('key', 2000, { repeat: true }), { needsEngagement: false, isHeld: true }, undefined],
    ['a screen reader’s click', press('assistive', 2000), {}, undefined],
    ['a screen reader’s click on a card that just appeared', press('assistive', 1200), {}, 'unpainted'],
  ])('%s', (_what, by, proof, why) => expect(refusal(notEngaged, by, proof)).toBe(why));

  it('Enter in a field of a just opened form counts only when its text is the answer', () => {
    const opened = after(...READ, moved(5000));
    expect(refusal(opened, press('field', 5100))).toBe('moved');
    expect(refusal(opened, press('field', 5100), { needsEngagement: false })).toBeUndefined();
  });
});

it('a click on a card that just appeared doesn’t focus it', () => {
  expect(after(card('a'), painted('a', 1000), taken(1200, 'pointer')).engagedAt).toBeNull();
  expect(after(card('a'), painted('a', 1000), taken(1300, 'pointer')).engagedAt).toBe(1300);
});

describe('a card that the person had unfolded to go to it', () => {
  const sought: GuardEvent = { type: 'sought', at: 900 };
  it.each<[string, readonly GuardEvent[], Press, string | undefined]>([
    ['accepts keys once it was painted for long enough', [card('a'), sought, painted('a', 1000)], press('key', 1300), undefined],
    ['accepts none before', [card('a'), sought, painted('a', 1000)], press('key', 1299), 'unpainted'],
    ['isn’t another that came into its place', [card('a'), sought, card('b'), painted('b', 1000)], press('key', 9000), 'notEngaged'],
    ['has lost the focus meanwhile', [card('a'), sought, left, painted('a', 1000)], press('key', 9000), 'notEngaged'],
    ['appeared while they typed', [card('a'), sought, typed(950), painted('a', 1000)], press('key', 9000), 'notEngaged'],
    ['isn’t there', [sought, card('a'), painted('a', 1000)], press('key', 9000), 'notEngaged'],
  ])('%s', (_what, events, by, why) => expect(refusal(after(...events), by)).toBe(why));
});

describe('a form that a key opened on a card that nobody had gone to', () => {
  const CAME_UP = [card('a'), painted('a', 1000)] as const;
  const opened: GuardEvent = { type: 'opened', at: 2000 };
  const wrote = (at: number): GuardEvent => ({ type: 'wrote', at });
  const ignored = (at: number): GuardEvent => ({ type: 'ignoredInForm', at });
  it.each<[string, readonly GuardEvent[], Press, string | undefined]>([
    ['isn’t sent by Enter alone', [opened], press('field', 9000), 'pressAgain'],
    ['is sent once more was pressed', [opened, ignored(9000)], press('field', 9500), undefined],
    ['isn’t sent by a double press', [opened, ignored(9000)], press('field', 9499), 'pressAgain'],
    ['is sent after writing that followed a look', [opened, wrote(2500)], press('field', 9000), undefined],
    ['isn’t sent by a text that went on from its letter', [opened, wrote(2499), wrote(4000)], press('field', 9000), 'pressAgain'],
    ['asks again after more writing', [opened, wrote(2100), ignored(3000), wrote(4000)], press('field', 9000), 'pressAgain'],
    ['was left', [opened, wrote(2100), left], press('field', 9000), 'notEngaged'],
    ['was of another card', [opened, wrote(2500), card('b'), painted('b', 3000)], press('field', 9000), 'notEngaged'],
    ['lets no letter answer', [opened, ignored(3000)], press('key', 9000), 'notEngaged'],
  ])('%s', (_what, events, by, why) => expect(refusal(after(...CAME_UP, ...events), by)).toBe(why));
});

it.each<[string, readonly GuardEvent[], number | undefined]>([
  ['not before it is painted', [card('a'), typed(1)], undefined],
  ['300 ms after it is painted', [card('a'), painted('a', 1000)], 1300],
  ['300 ms after it moved', [card('a'), painted('a', 1000), moved(1200)], 1500],
  ['500 ms after the last key', [typed(990), card('a'), painted('a', 1000)], 1490],
])('buttons accept %s', (_what, events, at) => expect(armsAt(after(...events))).toBe(at));

it('repainting a card keeps its timing', () => {
  expect(after(...READ, painted('a', 5000, 'a', 'b')).paintedAt).toBe(1000);
});
