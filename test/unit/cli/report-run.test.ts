import { afterEach, expect, it, vi } from 'vitest';
import { reportRun } from '#main/cli/report-run.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { text } from '../../support/messages-answer.ts';
import { MessagesServer } from '../../support/messages-server.ts';
import { TestSession } from '../../support/test-session.ts';

afterEach(() => vi.restoreAllMocks());

it.each([
  { last: 'assistant.block', says: 'The disk is full. Then continue with --resume last.' },
  { last: 'user.message', says: undefined },
  { last: 'turn.started', says: undefined },
])('fails with a message and ends its output when $last can’t be written', async ({ last, says }) => {
  await using server = await MessagesServer.start({ blocks: [text('before')] }, { blocks: [text('hello')] });
  await using temp = new TestSession({ url: server.url });
  const { session } = temp;
  // The continued session ended well.
  await temp.say('earlier');
  let full = false;
  session.log.guard(({ type }) => {
    full ||= type === last;
    if (full) throw new AppError('unavailable', 'The disk is full.');
  });
  const printed = { out: '', err: '' };
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => ((printed.out += String(chunk)), true));
  vi.spyOn(process.stderr, 'write').mockImplementation((chunk) => ((printed.err += String(chunk)), true));

  const run = reportRun({ opened: { session }, sessionId: 'id', prompt: 'go', outputFormat: 'stream-json', mcpServers: [] });
  if (says === undefined) await expect(run).rejects.toThrow('The disk is full.');
  else expect(await run).toBe(1);
  vi.restoreAllMocks();
  expect(printed.err).toContain(says ?? '');
  expect(JSON.parse(printed.out.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
    type: 'result',
    subtype: 'error_during_execution',
    is_error: true,
    errors: [expect.stringContaining('The disk is full.')],
  });
});
