import { expect, test } from 'vitest';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { echoTool } from '#test/support/test-tools.ts';

test('the parts of the context add up to the server’s token count, also after a compaction', async () => {
  await using server = await MessagesServer.start(
    { blocks: [toolUse('a', 'Echo', { text: 'x'.repeat(20_000) })], usage: { input_tokens: 3000, output_tokens: 6000 } },
    { blocks: [text('Done.')], usage: { input_tokens: 20_000, output_tokens: 10 } },
    { blocks: [text('SUMMARY')], usage: { input_tokens: 20_000, output_tokens: 10 } },
  );
  await using fixture = new TestSession({ url: server.url, tools: [echoTool()], model: 'claude-opus-5-5' });
  await fixture.say('go');
  const { window, parts } = fixture.session.contextUsage;
  expect(window).toBe(1_000_000);
  expect(parts[0]?.part).toBe('calls');
  expect(parts.map(({ part }) => part)).toEqual(expect.arrayContaining(['tools', 'messages', 'answers']));
  const sum = parts.reduce((all, { tokens }) => all + tokens, 0);
  expect(Math.abs(sum - 20_010)).toBeLessThan(10);
  fixture.session.compact();
  await fixture.session.idle();
  expect(fixture.session.contextUsage.parts.map(({ part }) => part)).toContain('summary');
});
