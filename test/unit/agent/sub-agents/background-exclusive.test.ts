import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createAgentTool } from '#main/tools/agent/agent-tool.ts';
import { byPrompt } from '#test/support/by-prompt.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { endlessTool } from '#test/support/test-tools.ts';

const agentTool = createAgentTool({ projectDir: '/p', isReadOnlyCommand: () => false });

/** A session whose turn has ended while an agent runs in the background. */
async function withAgentAtWork(use: (fixture: TestSession, messageId: string) => Promise<void>): Promise<void> {
  const started = Promise.withResolvers<undefined>();
  const endless = { ...endlessTool('Endless', () => started.resolve(undefined)), name: 'mcp__x__Endless', isMcp: true };
  await using server = await MessagesServer.start(
    ...byPrompt(
      [
        'Please',
        { blocks: [toolUse('m1', 'Agent', { description: 'd', prompt: 'Endless.', run_in_background: true })] },
        { blocks: [text('It is on its way.')] },
        { blocks: [text('What came next.')] },
      ],
      ['Endless.', { blocks: [toolUse('s1', 'mcp__x__Endless', { text: 'x' })] }],
    ),
  );
  await using fixture = new TestSession({ url: server.url, tools: [agentTool, endless] });
  fixture.session.send('Please.');
  await Promise.all([started.promise, fixture.seen('turn.ended')]);
  await use(fixture, fixture.all('user.message')[0]?.messageId ?? '');
}

describe('while an agent runs in the background', () => {
  it('a message it depends on can’t be rewound until it is stopped', () =>
    withAgentAtWork(async (fixture, messageId) => {
      expect(() => fixture.session.rewind(messageId)).toThrow('works in the background');
      fixture.session.interrupt();
      await fixture.session.idle();
      fixture.session.rewind(messageId);
      // Its report belongs to the removed part.
      expect(fixture.session.view.items.map(({ type }) => type)).toEqual(['rewound']);
    }));

  it('the main conversation can be compacted and still refers to it', () =>
    withAgentAtWork(async (fixture) => {
      fixture.session.compact();
      const { content } = await fixture.seen('conversation.compacted');
      const [agent] = Object.values(fixture.session.view.agents);
      expect(agent?.state).toBe('running');
      expect(JSON.stringify(content)).toContain(agent?.agentId);
      while (fixture.session.running) await sleep(5);
      fixture.session.interrupt();
      await fixture.session.idle();
      expect(fixture.session.view.calls['s1']?.state).toBe('cancelled');
    }));

  it('exclusive operations don’t start, and no turn starts during them', () =>
    withAgentAtWork(async (fixture) => {
      await expect(fixture.session.whileIdle(() => Promise.resolve())).rejects.toThrow('works in the background');
      fixture.session.interrupt();
      await fixture.session.idle();
      const { promise, resolve } = Promise.withResolvers<string>();
      const held = fixture.session.whileIdle(() => promise);
      expect(await fixture.session.whileIdle(() => Promise.resolve('beside it'))).toBe('beside it');
      expect(() => fixture.session.send('Now.')).toThrow('being restored');
      expect(() => fixture.session.rewind('m1')).toThrow('being restored');
      resolve('done');
      expect(await held).toBe('done');
      expect(fixture.session.send('Now.')).toEqual({ queued: false });
      await fixture.session.idle();
    }));
});
