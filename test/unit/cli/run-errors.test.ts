import { expect, it } from 'vitest';
import { text, toolUse, type Answer } from '../../support/messages-answer.ts';
import { MessagesServer } from '../../support/messages-server.ts';
import { CliFixture } from './run-cli.ts';

const readCall: Answer = { blocks: [toolUse('t', 'Read', { file_path: 'a.txt' })] };

it.each<{ what: string; answers: Answer[]; more?: string[]; subtype: string; error: string }>([
  {
    what: 'a rejected key',
    answers: [{ status: 401, error: 'invalid x-api-key' }],
    subtype: 'error_during_execution',
    error: 'The server refused the key (401)',
  },
  {
    what: 'a rejected request',
    answers: [{ status: 400, error: 'tools: too many' }],
    subtype: 'error_during_execution',
    error: 'tools: too many',
  },
  { what: 'too few requests', answers: [readCall, readCall], more: ['--max-turns', '1'], subtype: 'error_max_turns', error: '--max-turns' },
  {
    what: 'too little money',
    answers: [readCall, readCall],
    more: ['--max-budget-usd', '0.000001', '--model', 'claude-opus-5-5'],
    subtype: 'error_max_budget_usd',
    error: 'budget',
  },
])('the result line of a run ended by $what reports it', async ({ answers, more = [], subtype, error }) => {
  await using server = await MessagesServer.start(...answers);
  using cli = new CliFixture({ 'a.txt': 'x' });
  const args = ['run', '--project', cli.projectDir, '--prompt', 'go', '--output-format', 'stream-json', ...more];
  const { code, lines, stderr } = await cli.run(args, { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'k' });
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatchObject({ type: 'result', subtype, is_error: true, errors: [expect.stringContaining(error)] });
  expect(stderr).toContain(error);
});

it('the result line of a successful run has no error', async () => {
  await using server = await MessagesServer.start({ blocks: [text('Done.')] });
  using cli = new CliFixture();
  const args = ['run', '--project', cli.projectDir, '--prompt', 'go', '--output-format', 'stream-json'];
  const { lines } = await cli.run(args, { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'k' });
  expect(lines.at(-1)).not.toHaveProperty('errors');
});

it.each([
  ['a session that isn’t there', ['--resume', 'nope'], 'This project has no session “nope”. --resume last continues the latest one.'],
  [
    'no key',
    [],
    'There is no API key yet. Enter one in the window, or set ANTHROPIC_API_KEY (or ANTHROPIC_BASE_URL for a compatible server).',
  ],
])('with %s, a run says what to do', async (_what, more, message) => {
  using cli = new CliFixture();
  expect(await cli.run(['run', '--project', 'project', '--prompt', 'go', ...more])).toMatchObject({
    code: 1,
    stderr: `gatehouse: ${message}\n`,
  });
});
