import { expect, it } from 'vitest';
import { looksLikePrompt } from '#main/terminal/prompt-line.ts';

it.each([
  ['Password: ', '', true],
  ['[sudo] password for ada: ', '', true],
  ['Enter passphrase for key ‘/home/ada/.ssh/id’: ', '', true],
  ['Overwrite? [y/N] ', '', true],
  ['Continue (yes/no)? ', '', true],
  ['Are you sure you want to continue connecting (yes/no/[fingerprint])? ', '', true],
  ['? Project name › ', '', true],
  ['>>> ', '', true],
  ['', 'Press any key to continue', true],
  ['', 'Proceed? (y/n)', true],
  ['', 'Listening on http://localhost:3000', false],
  ['', 'Did it work?', false],
  ['compiling 43%', '', false],
  ['Waiting for changes', '', false],
  ['', '', false],
  [`${'x'.repeat(5000)}?`, '', false],
])('%j after %j: %s', (line, before, expected) => {
  expect(looksLikePrompt(line, before)).toBe(expected);
});
