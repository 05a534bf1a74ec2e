import { describe, expect, it } from 'vitest';
import { BoundedText, RecentText } from '#main/terminal/bounded-text.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz';

describe('bounded text', () => {
  it.each([
    [1, 26],
    [3, 26],
    [26, 26],
    [100, 26],
  ])('keeps all that fits, in chunks of %i', (piece, length) => {
    const kept = new BoundedText(20, 20);
    for (let at = 0; at < length; at += piece) kept.push(letters.slice(at, Math.min(length, at + piece)));
    const { head, tail, dropped } = kept.parts();
    expect(head + tail).toBe(letters.slice(0, length));
    expect(dropped).toBe(0);
  });

  it.each([1, 2, 7, 26])('keeps start and end, and counts the rest, in chunks of %i', (piece) => {
    const kept = new BoundedText(5, 4);
    for (let at = 0; at < 26; at += piece) kept.push(letters.slice(at, at + piece));
    expect(kept.parts()).toEqual({ head: 'abcde', tail: 'wxyz', dropped: 17 });
  });
});

describe('recent text', () => {
  it('knows the offset of its text', () => {
    const recent = new RecentText(100_000);
    for (let index = 0; index < 50_000; index += 1) recent.push(String(index).padStart(6));
    const { text, offset } = recent.read();
    expect(recent.total).toBe(300_000);
    expect(text).toHaveLength(100_000);
    expect(offset).toBe(200_000);
    expect(text.endsWith(' 49999')).toBe(true);
  });
});
