import { describe, expect, it } from 'vitest';
import { hasHidden, visibleRuns, visibleWords } from '../../../../renderer/ui/display/visible-text.tsx';

function drawn(text: string, output = false): string {
  return visibleRuns(text, output)
    .map((run) => (run.type === 'text' ? run.text : `‹${run.label}›`))
    .join('');
}

describe('visibleRuns', () => {
  const table: [what: string, text: string, drawn: string][] = [
    ['plain text', 'npm test -- --watch', 'npm test -- --watch'],
    ['letters of other scripts', 'echo größe 漢字 שלום', 'echo größe 漢字 שלום'],
    ['line breaks, tabs and indentation', 'if x:\n\treturn 1\n        y', 'if x:\n\treturn 1\n        y'],
    ['right-to-left override', 'rm \u202egpj.exe', 'rm ‹U+202E›gpj.exe'],
    ['isolates', 'a\u2066b\u2069c', 'a‹U+2066›b‹U+2069›c'],
    ['Arabic letter mark', 'a\u061cb', 'a‹U+061C›b'],
    ['zero-width space', 'pa\u200bth', 'pa‹ZWSP›th'],
    ['zero-width joiner between letters', 'a\u200db', 'a‹ZWJ›b'],
    ['joiner inside an emoji', '👩\u200d💻', '👩\u200d💻'],
    ['selector inside an emoji', '✔\ufe0f', '✔\ufe0f'],
    ['selector after a letter', 'a\ufe0f', 'a‹U+FE0F›'],
    ['byte order mark', '\ufeff#!/bin/sh', '‹BOM›#!/bin/sh'],
    ['no-break space', 'rm\u00a0-rf', 'rm‹NBSP›-rf'],
    ['ideographic space', 'a\u3000b', 'a‹U+3000›b'],
    ['soft hyphen', 'a\u00adb', 'a‹U+00AD›b'],
    ['escape', '\u001b[2K', '‹ESC›[2K'],
    ['C1 control', 'a\u009bb', 'a‹U+009B›b'],
    ['null, bell, backspace, delete', '\u0000\u0007\b\u007f', '‹NUL›‹BEL›‹BS›‹DEL›'],
    ['carriage return alone', 'safe\rrm', 'safe‹CR›rm'],
    ['carriage return before a line break', 'a\r\nb', 'a‹CR›\nb'],
    ['line separator', 'a\u2028b', 'a‹U+2028›b'],
    ['tag characters', 'a\u{E0041}b', 'a‹U+E0041›b'],
    ['private use', 'a\ue000b', 'a‹U+E000›b'],
    ['lone surrogate', 'a\ud800b', 'a‹U+D800›b'],
    ['Hangul filler', 'a\u3164b', 'a‹U+3164›b'],
    ['blank Braille', 'a\u2800b', 'a‹U+2800›b'],
    ['padding that moves text out of view', `ls${' '.repeat(200)}; rm x`, 'ls‹200 blanks›; rm x'],
    ['padding of other spaces', `ls${'\u00a0'.repeat(30)}x`, 'ls‹30 blanks›x'],
    ['line breaks that move text out of view', `ls${'\n'.repeat(40)}rm x`, 'ls‹40 line breaks›\nrm x'],
    ['empty text', '', ''],
  ];
  it.each(table)('%s', (_what, text, expected) => expect(drawn(text)).toBe(expected));

  it('names what it marks', () => {
    expect(visibleRuns('\u202e')).toEqual([{ type: 'mark', at: 0, label: 'U+202E', name: 'right-to-left override U+202E' }]);
  });
  it('reports whether anything is hidden', () => {
    expect([hasHidden('ls -la'), hasHidden('ls\u200b')]).toEqual([false, true]);
  });
});

describe('in an output', () => {
  const frame = `> 13 | expect(total()).toBe(5);\n${' '.repeat(5)}|${' '.repeat(27)}^\n`;
  it.each([
    ['a caret keeps its column', frame, frame],
    ['so does the last column of a table', `a${' '.repeat(60)}b`, `a${' '.repeat(60)}b`],
    ['text far to the right is marked', `a\nls${' '.repeat(198)}; rm x`, 'a\nls‹198 blanks›; rm x'],
    ['also when other text fills the line', `${'a'.repeat(190)}${' '.repeat(30)}b`, `${'a'.repeat(190)}‹30 blanks›b`],
    ['also after tabs', `${'\t'.repeat(22)}${' '.repeat(30)}b`, `${'\t'.repeat(22)}‹30 blanks›b`],
    ['blanks with nothing after them are marked', `a${' '.repeat(30)}\nb`, 'a‹30 blanks›\nb'],
    ['before a hidden character too', `a${' '.repeat(30)}\u200bb`, 'a‹30 blanks›‹ZWSP›b'],
    ['other spaces are marked', `a${'\u00a0'.repeat(30)}b`, 'a‹30 blanks›b'],
    ['a line that starts before what is looked at', `${'a'.repeat(500)}${' '.repeat(30)}b`, `${'a'.repeat(500)}‹30 blanks›b`],
  ])('%s', (_what, text, expected) => expect(drawn(text, true)).toBe(expected));
});

describe('visibleWords', () => {
  it('spells out hidden characters in plain text', () => {
    expect(visibleWords('src/money.ts')).toBe('src/money.ts');
    expect(visibleWords('src/\u202est.txt')).toBe('src/U+202Est.txt');
  });
});
