import fc from 'fast-check';
import ignore from 'ignore';
import { describe, expect, it } from 'vitest';
import { matchesCommand } from '#shared/permission/command-pattern.ts';
import { parseRule } from '#shared/permission/grammar.ts';
import { atOnce } from '#shared/steps.ts';
import { candidates, candidatesFrom, indexingCommands } from '#main/permission/rules/command-index.ts';
import { PathMatcher } from '#main/permission/rules/path-matcher.ts';
import { anchorPattern } from '#main/permission/rules/path-pattern.ts';
import type { ActiveRule, PathRule } from '#main/permission/rules/active-rule.ts';

const rule = (text: string): ActiveRule => ({
  entry: { id: text, behavior: 'deny', source: 'user', text },
  parsed: parseRule(text, 'deny'),
});

describe('looking up command rules', () => {
  const word = fc.constantFrom('git', 'log', 'npm', 'run', 'a', '-x', '*', 'lo*', '\\*', '\\(', 'x:*', ':*');
  const blank = fc.constantFrom(' ', '  ', '\t', '\n', '\u00A0');
  const text = fc.array(fc.tuple(word, blank), { minLength: 1, maxLength: 4 }).map((parts) => parts.flat().join('').trim());

  it('finds every rule that a linear scan finds', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), text, (texts, line) => {
        const rules = texts.map((one) => rule(`Bash(${one})`));
        const scan = rules.filter(({ parsed: { body } }) => body.kind === 'command' && matchesCommand(body, line));
        expect(candidates(atOnce(indexingCommands(rules)), line)).toEqual(expect.arrayContaining(scan));
      }),
      { numRuns: 3000 },
    );
  });

  it('finds every rule that the rest of a line could match', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), text, text, (texts, start, end) => {
        const rules = texts.map((one) => rule(`Bash(${one})`));
        const scan = rules.filter(({ parsed: { body } }) => body.kind === 'command' && matchesCommand(body, `${start} ${end}`));
        expect(candidatesFrom(atOnce(indexingCommands(rules)), `${start} `)).toEqual(expect.arrayContaining(scan));
      }),
      { numRuns: 3000 },
    );
  });

  it('checks few of many rules', () => {
    const rules = Array.from({ length: 10_000 }, (_, index) => rule(`Bash(git log --grep ${String(index)} *)`));
    expect(candidates(atOnce(indexingCommands(rules)), 'git log --grep 77 x')).toEqual([rules[77]]);
  });
});

describe('matching many file patterns', () => {
  const name = fc.constantFrom('src', 'SRC', 'a', 'b.ts', 'ſ', 'ß', 'İ', 'é', 'x y', '.env');
  const part = fc.oneof({ weight: 3, arbitrary: name }, fc.constantFrom('*', '**', '*.ts', '[ab]', '?', 'a\\b', '.'));
  const pattern = fc
    .tuple(fc.constantFrom('', '', '/', '//', '~/'), fc.array(part, { minLength: 1, maxLength: 4 }), fc.constantFrom('', '/', '/**'))
    .map(([start, parts, end]) => start + parts.join('/') + end);
  const file = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  // Enough patterns to be stored as a tree.
  const filler = Array.from({ length: 40 }, (_, index) => `filler-${String(index)}/x`);

  it('equals matching one long list', () => {
    fc.assert(
      fc.property(fc.array(pattern, { maxLength: 6 }), fc.array(file, { minLength: 1, maxLength: 6 }), (patterns, files) => {
        const rules = [...filler, ...patterns].map((text): PathRule => ({
          ...rule(`Read(${text})`),
          anchored: anchorPattern(text, { home: '/p', start: '/p', settings: '/p' }, 'allow'),
        }));
        const list = ignore({ ignorecase: true, allowRelativePaths: false }).add(rules.map(({ anchored }) => anchored.pattern));
        const tree = atOnce(PathMatcher.making(rules));
        for (const one of files) expect(tree.match(one) !== undefined, one).toBe(list.ignores(one));
      }),
      { numRuns: 2000 },
    );
  });
});
