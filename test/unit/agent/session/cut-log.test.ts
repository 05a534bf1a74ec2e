import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toApiMessages } from '#main/agent/request/normalise.ts';
import { Transcript } from '#main/agent/request/transcript.ts';
import { EVENTS_FILE, SessionLog } from '#main/session/log.ts';
import { recoverSession } from '#main/session/recover.ts';
import { fixedPermissionEngine } from '#test/support/fixed-permission-engine.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { testTool } from '#test/support/test-tools.ts';
import { conversationProblems } from '#test/support/valid-conversation.ts';

test('a log cut after or within any line can be resumed, with one answer per call', async () => {
  await using server = await MessagesServer.start(
    {
      blocks: [
        text('First.'),
        toolUse('a', 'Read', { text: '1' }),
        toolUse('b', 'Write', { text: '2' }),
        toolUse('c', 'Asks', { text: '3' }),
      ],
    },
    { blocks: [toolUse('d', 'Write', { text: 'x'.repeat(20_000) })] },
    { blocks: [text('Done.')] },
  );
  const write = testTool('Write', { run: ({ text: said }) => said });
  await using fixture = new TestSession({
    url: server.url,
    tools: [testTool('Read', { readOnly: true, run: () => 'read' }), write, testTool('Asks', { run: () => 'asked' })],
    engine: fixedPermissionEngine({ Asks: 'ask' }),
  });
  fixture.session.send('go');
  const { ask } = await fixture.seen('call.asked');
  fixture.session.answer(ask.askId, ask.digest, { type: 'allow_once' });
  await fixture.session.idle();

  const bytes = readFileSync(join(fixture.sessionDir, EVENTS_FILE));
  const ends = [...bytes.entries()].flatMap(([at, byte]) => (byte === 10 ? [at + 1] : []));
  expect(ends.length).toBeGreaterThan(30);
  for (const end of ends.slice(1)) {
    for (const cut of [end, end - 1, end - 10]) {
      const folder = join(fixture.project.stateDir, `cut-${cut}`);
      cpSync(fixture.sessionDir, folder, { recursive: true });
      writeFileSync(join(folder, EVENTS_FILE), bytes.subarray(0, cut));
      const log = SessionLog.open(folder);
      recoverSession(log);
      const said = { messageId: 'm', content: [{ type: 'text' as const, text: 'go on' }] };
      log.append({ type: 'user.message', data: { ...said, origin: 'prompt', visibility: 'both' } });
      const transcript = new Transcript();
      for (const event of log.events) transcript.apply(event);
      const finished = log.events.flatMap((event) => (event.type === 'call.finished' ? [event.data.callId] : []));
      expect({ cut, twice: finished.length - new Set(finished).size }).toEqual({ cut, twice: 0 });
      expect({ cut, faults: conversationProblems({ messages: JSON.parse(JSON.stringify(toApiMessages(transcript))) }) }).toEqual({
        cut,
        faults: [],
      });
      log.close();
    }
  }
});
