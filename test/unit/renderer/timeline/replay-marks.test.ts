import { describe, expect, it } from 'vitest';
import { countReplay, neighbourDifference, replayMark } from '../../../../renderer/timeline/replay/replay-marks.ts';

const call = (callId: string, was: 'allow' | 'ask' | 'deny', now: 'allow' | 'ask' | 'deny') => ({ callId, was, now, message: 'Because.' });

describe('the marks of a replay', () => {
  it('names a different decision, and keeps an equal one quiet', () => {
    expect(replayMark(call('a', 'allow', 'deny'))).toMatchObject({ text: 'now denied', tone: 'danger', differs: true });
    expect(replayMark(call('a', 'ask', 'ask'))).toMatchObject({ text: 'asks', tone: 'neutral', differs: false });
  });

  it('counts calls that can’t be decided again apart', () => {
    const calls = [call('a', 'allow', 'deny'), call('b', 'ask', 'allow'), call('c', 'ask', 'ask')];
    expect(countReplay(calls, ['a', 'b', 'c', 'd'])).toEqual({ same: 1, allow: 1, ask: 0, deny: 1, open: 1 });
    expect(countReplay([], [])).toEqual({ same: 0, allow: 0, ask: 0, deny: 0, open: 0 });
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
