import { expect, test } from 'vitest';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { testTool } from '#test/support/test-tools.ts';

test('a tool that aborts itself ends the turn without claiming that the user interrupted', async () => {
  const leaves = testTool('Leave', {
    run: (_input, { abortController }) => {
      abortController.abort();
      return Promise.reject(new Error('left'));
    },
  });
  const calls = [toolUse('a', 'Leave', { text: '' }), toolUse('b', 'Leave', { text: '' })];
  await using server = await MessagesServer.start({ blocks: calls }, { blocks: [text('Fine.')] });
  await using fixture = new TestSession({ url: server.url, tools: [leaves] });
  await fixture.say('go');
  expect(fixture.all('turn.ended').map(({ outcome }) => outcome)).toEqual(['interrupted']);
  await fixture.say('and now?');
  const reported = JSON.stringify(server.requests[1]?.body.messages);
  expect(reported).toContain('[Request interrupted for tool use]');
  expect(reported).toContain('Leave');
  expect(reported).not.toMatch(/by user|The user doesn't want/);
});
