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
  ['Bash(npm test && npm run lint)', ['Bash(npm test && npm run lint)', 'Bash']],
  ['Bash(npm test 2>&1)', ['Bash(npm test 2>&1)', 'Bash(npm test 2>&1 *)', 'Bash(npm test *)', 'Bash(npm *)', 'Bash']],
  ['Bash(ls src | *)', []],
  ['Bash(git commit -m "a; b")', ['Bash(git commit -m "a; b")', 'Bash(git commit -m *)', 'Bash(git commit *)', 'Bash(git *)', 'Bash']],
  ['Bash(sh -c "npm test")', ['Bash(sh -c "npm test")', 'Bash(sh -c *)', 'Bash(sh *)', 'Bash']],
  ['Bash(npm run test*)', ['Bash(npm run test*)', 'Bash(npm run *)', 'Bash(npm *)', 'Bash']],
  ['WebFetch', []],
  ['mcp__github__create_issue', []],
  ['Bash(', []],
])('%s, narrower to wider', (text, steps) => {
  expect(ruleLadder(text)).toEqual(steps);
});
