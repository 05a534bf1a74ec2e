import { afterEach, beforeEach, expect, it } from 'vitest';
import { localPtys } from '#main/terminal/pty/local-pty.ts';
import { createTerminalService } from '#main/terminal/terminal-service.ts';
import { createBashTool } from '#main/tools/bash/bash-tool.ts';
import { SessionFixture } from '../session-fixture.ts';

let session: SessionFixture;
beforeEach(() => {
  session = new SessionFixture();
});
afterEach(() => session.dispose());

it.each([
  ['a person could answer', false, true],
  ['nobody can', true, undefined],
])('a silent command that asks says so while it runs, where %s', async (_, isNonInteractive, waitsForInput) => {
  const { sessionDir } = session;
  const terminals = createTerminalService({ sessionDir, ptys: localPtys, env: () => process.env, promptMs: 100 });
  const { promise: asked, resolve } = Promise.withResolvers<unknown>();
  const abortController = new AbortController();
  const tool = createBashTool({ projectDir: session.project, isReadOnlyCommand: () => false });
  const message = { messageId: 'm', requestId: 'r', blocks: [] };
  const context = {
    ...session.context,
    abortController,
    options: { ...session.context.options, isNonInteractive },
    services: { ...session.context.services, terminals },
  };
  const command = "printf 'Overwrite? (y/n) '; exec tail -f /dev/null";
  const ended = tool.call(
    { command },
    context,
    () => Promise.resolve(true),
    message,
    (update) => {
      if ('text' in update && update.text?.startsWith('waits for input') === true) resolve(update);
    },
  );
  expect(await asked).toEqual({
    text: 'waits for input: Overwrite? (y/n)',
    ...(waitsForInput && { waitsForInput, silentMs: expect.any(Number) }),
  });
  abortController.abort();
  await ended;
  await terminals.dispose();
});
