import { describe, expect, it } from 'vitest';
import { countReplay, neighbourDifference, replayMark, thenAndNow } from '../../../../renderer/timeline/replay/replay-marks.ts';

const call = (callId: string, was: 'allow' | 'ask' | 'deny', now: 'allow' | 'ask' | 'deny') => ({ callId, was, now, message: 'Because.' });

const NONE = { allow: 0, ask: 0, deny: 0 };

describe('the marks of a replay', () => {
  it('names a different decision, and keeps an equal one quiet', () => {
    expect(replayMark(call('a', 'allow', 'deny'))).toMatchObject({ text: 'now denied', tone: 'danger', differs: true });
    expect(replayMark(call('a', 'ask', 'ask'))).toMatchObject({ text: 'asks', tone: 'neutral', differs: false });
  });

  it('counts calls that can’t be decided again apart', () => {
    const calls = [call('a', 'allow', 'deny'), call('b', 'ask', 'allow'), call('c', 'ask', 'ask')];
    expect(countReplay(calls, ['a', 'b', 'c', 'd'])).toEqual({ same: 1, allow: 1, ask: 0, deny: 1, open: 1, anyway: NONE });
    expect(countReplay([], [])).toEqual({ same: 0, allow: 0, ask: 0, deny: 0, open: 0, anyway: NONE });
  });

  it('tells apart what rules beside the current ones change, and what those change since', () => {
    const drafted = { ...call('a', 'ask', 'allow'), without: 'ask' as const };
    const anyway = { ...call('b', 'ask', 'allow'), without: 'allow' as const };
    const kept = { ...call('c', 'allow', 'allow'), without: 'ask' as const };
    expect(countReplay([drafted, anyway, kept], ['a', 'b', 'c'])).toMatchObject({
      allow: 2,
      same: 0,
      anyway: { allow: 1, ask: 0, deny: 0 },
    });
    expect(replayMark(drafted)).toMatchObject({ text: 'now runs', differs: true });
    expect(replayMark(anyway)).toMatchObject({ text: 'runs either way', tone: 'neutral', differs: false });
    expect(thenAndNow(anyway)).toBe('At the time it asked; now it would run without asking, with or without these rules.');
    expect(thenAndNow(kept)).toBe('At the time it ran without asking, and with these rules it would again. Without them it would ask.');
  });

  it('goes to the next and previous difference, round the ends', () => {
    const order = ['a', 'b', 'c', 'd'];
    const differs = (id: string) => id === 'b' || id === 'd';
    expect(neighbourDifference(order, differs, null, 1)).toBe('b');
    expect(neighbourDifference(order, differs, null, -1)).toBe('d');
    expect(neighbourDifference(order, differs, 'b', 1)).toBe('d');
    expect(neighbourDifference(order, differs, 'd', 1)).toBe('b');
    expect(neighbourDifference(order, differs, 'gone', -1)).toBeDefined();
    expect(neighbourDifference(order, () => false, 'a', 1)).toBeUndefined();
    expect(neighbourDifference([], differs, null, 1)).toBeUndefined();
  });
});
