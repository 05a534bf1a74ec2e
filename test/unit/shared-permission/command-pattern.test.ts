import { describe, expect, it } from 'vitest';
import { matchesCommand } from '#shared/permission/command-pattern.ts';
import { parseRule } from '#shared/permission/grammar.ts';

const matches = (rule: string, command: string): boolean => {
  const { body } = parseRule(`Bash(${rule})`, 'allow');
  return body.kind === 'command' && matchesCommand(body, command);
};

describe('matchesCommand', () => {
  it.each([
    ['ls *', 'ls', true],
    ['ls *', 'ls -la', true],
    ['ls *', 'lsof', false],
    ['ls*', 'lsof', true],
    ['npm run test:*', 'npm  run test -- x', true],
    ['npm run test:*', 'npm run testing', false],
    ['npm run test:*', 'NPM run test', false],
    ['foo bar', ' foo bar ', true],
    ['foo bar', 'foo  bar', false],
    ['foo * --dry-run', 'foo x --dry-run', true],
    ['foo * --dry-run', 'foo --dry-run', false],
    ['a * b * c', 'a 1 b 2 c', true],
    ['a * b * c', 'a b c', false],
    ['git:* push', 'git push', false],
    ['foo \\* bar', 'foo \\* bar', true],
    ['foo \\* bar', 'foo x bar', false],
    ['a.c *', 'abc x', false],
    ['f *a*a*a*a*a*a*a*b', `f ${'a '.repeat(4000)}`, false],
    ['f *a*a*a*a*a*a*a*b', `f ${'a '.repeat(4000)}b`, true],
  ])('%s against %s: %s', (rule, command, expected) => {
    expect(matches(rule, command)).toBe(expected);
  });
});
