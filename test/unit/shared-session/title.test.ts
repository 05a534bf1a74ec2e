import { expect, it } from 'vitest';
import { titleFrom } from '#shared/session/fold/fold-conversation.ts';

const titleOf = (text: string): string =>
  titleFrom({ messageId: 'm', origin: 'prompt', visibility: 'both', content: [{ type: 'text', text }] });

it.each([
  ['Fix the test', 'Fix the test'],
  ['Fix the test\nIt fails on Sundays', 'Fix the test'],
  [
    'The test for low water after midnight fails since the switch to UTC. Find out why.',
    'The test for low water after midnight fails since the switch to UTC',
  ],
  [
    'Why does the nightly job fail on Sundays? It worked until the switch to UTC, as far as I know.',
    'Why does the nightly job fail on Sundays?',
  ],
  [
    'Rename every function that counts on local time so that its name says so and nobody trips over it',
    'Rename every function that counts on local time so that its name says so and…',
  ],
])('titles a session after its first message: %j', (text, title) => {
  expect(titleOf(text)).toBe(title);
});
