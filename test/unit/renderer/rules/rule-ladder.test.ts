import { expect, test } from 'vitest';
import { ruleLadder } from '../../../../renderer/rules/rule-ladder.ts';

test.each([
  ['Bash(npm run build)', ['Bash(npm run build)', 'Bash(npm run build *)', 'Bash(npm run *)', 'Bash(npm *)', 'Bash']],
  ['Bash(npm test *)', ['Bash(npm test)', 'Bash(npm test *)', 'Bash(npm *)', 'Bash']],
  [
    'Edit(//home/me/app/src/a.ts)',
    ['Edit(//home/me/app/src/a.ts)', 'Edit(//home/me/app/src/**)', 'Edit(//home/me/app/**)', 'Edit(//home/me/**)'],
  ],
  ['Read(./src/a.ts)', ['Read(./src/a.ts)', 'Read(./src/**)']],
  ['WebFetch(domain:docs.example.com)', ['WebFetch(domain:docs.example.com)', 'WebFetch(domain:*.example.com)']],
  ['WebFetch', []],
  ['mcp__github__create_issue', []],
  ['Bash(', []],
])('%s, narrower to wider', (text, steps) => {
  expect(ruleLadder(text)).toEqual(steps);
});
