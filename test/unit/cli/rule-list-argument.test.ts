import { describe, expect, it } from 'vitest';
import { splitRuleList } from '#main/cli/rule-list-argument.ts';

describe('splitRuleList', () => {
  it.each([
    ['Read', ['Read']],
    ['Read,Edit', ['Read', 'Edit']],
    ['Read Edit', ['Read', 'Edit']],
    ['Bash(git log:*, -n 1), Read', ['Bash(git log:*, -n 1)', 'Read']],
    ['Bash(echo (a) b) Read', ['Bash(echo (a) b)', 'Read']],
    ['Bash(echo ) x', ['Bash(echo )', 'x']],
    ['Bash(unclosed a,b', ['Bash(unclosed a,b']],
    ['', []],
    [' , ,', []],
  ])('%j', (text, rules) => {
    expect(splitRuleList(text)).toEqual(rules);
  });
});
