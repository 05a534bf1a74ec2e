import { expect, test } from 'vitest';
import { parseRule } from '#shared/permission/grammar.ts';
import { RuleCover } from '#shared/permission/rule-cover.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';

const entry = (text: string, source: RuleEntry['source'] = 'local'): RuleEntry => ({ id: text, behavior: 'deny', source, text });

function covers(wide: RuleEntry, narrow: RuleEntry): boolean {
  const cover = new RuleCover();
  cover.add(wide, parseRule(wide.text, wide.behavior));
  return cover.find(narrow, parseRule(narrow.text, narrow.behavior)) === wide;
}

test.each([
  ['Bash', 'Bash(npm test)'],
  ['Bash(*)', 'Bash(npm *)'],
  ['Bash(npm *)', 'Bash(npm test)'],
  ['Bash(npm *)', 'Bash(npm)'],
  ['Bash(npm:*)', 'Bash(npm run build *)'],
  ['Bash(git push *)', 'Bash(git push * --force)'],
  ['Edit(//etc/**)', 'Edit(//etc/ssh/sshd_config)'],
  ['Edit(//etc/**)', 'Edit(//etc/ssh/**)'],
  ['Read(/src/**)', 'Read(/src/a.ts)'],
  ['Edit(src/**)', 'Edit(./src/deep/**)'],
  ['WebFetch(domain:*)', 'WebFetch(domain:example.com)'],
  ['WebFetch(domain:*.example.com)', 'WebFetch(domain:docs.example.com)'],
  ['mcp__github', 'mcp__github__create_issue'],
  ['mcp__github__*', 'mcp__github__create_issue'],
])('%s covers %s', (wide, narrow) => {
  expect(covers(entry(wide), entry(narrow))).toBe(true);
  expect(covers(entry(narrow), entry(wide))).toBe(false);
});

test.each([
  ['Bash(npm *)', 'Bash(npm *)'],
  ['Bash(npm)', 'Bash(npm test)'],
  ['Bash(npm *)', 'Bash(npmx test)'],
  ['Bash(npm *)', 'Bash(np* test)'],
  ['Bash(npm *)', 'PowerShell(npm test)'],
  ['Edit(//etc/**)', 'Read(//etc/passwd)'],
  ['Edit(//etc/**)', 'Edit(//etcetera/a)'],
  ['Edit(src/**)', 'Edit(**/src/**)'],
  ['Edit(src/**)', 'Edit(lib/src/**)'],
  ['WebFetch(domain:*.example.com)', 'WebFetch(domain:example.com)'],
  ['mcp__github__create_issue', 'mcp__github'],
  ['Bash(', 'Bash(npm)'],
])('%s does not cover %s', (wide, narrow) => {
  expect(covers(entry(wide), entry(narrow))).toBe(false);
});

test('compares patterns relative to a settings file only within it', () => {
  expect(covers(entry('Read(/src/**)', 'user'), entry('Read(/src/a.ts)', 'project'))).toBe(false);
  expect(covers(entry('Read(~/src/**)', 'user'), entry('Read(~/src/a.ts)', 'project'))).toBe(true);
});
