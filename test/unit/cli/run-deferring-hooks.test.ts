import { describe, expect, it } from 'vitest';
import { text, toolUse } from '../../support/messages-answer.ts';
import { MessagesServer } from '../../support/messages-server.ts';
import { access, answers, hook, hooks, json, sent } from './hook-settings.ts';
import { CliFixture } from './run-cli.ts';

describe('a PreToolUse hook that defers', () => {
  const deferring = hooks({
    PreToolUse: [hook(answers('PreToolUse', { permissionDecision: 'defer', permissionDecisionReason: 'ask the owner' }))],
  });

  it('ends a run with the call open, and is asked again when the run is resumed', async () => {
    const call = { blocks: [toolUse('d1', 'Read', { file_path: 'a.txt' })] };
    await using server = await MessagesServer.start(call, { blocks: [toolUse('d2', 'Read', { file_path: 'a.txt' })] });
    using cli = new CliFixture({ 'a.txt': 'hello\n' });
    const run = (...more: string[]) =>
      cli.run(['run', '--project', cli.projectDir, '--prompt', 'go', '--settings', deferring, ...json, ...more], access(server));
    const first = await run();
    expect(first.code).toBe(0);
    expect(first.lines.at(-1)).toMatchObject({
      type: 'result',
      stop_reason: 'tool_deferred',
      deferred_tool_use: { id: 'd1', name: 'Read', input: { file_path: 'a.txt' } },
    });
    expect(server.requests).toHaveLength(1);
    const second = await run('--resume', 'last');
    expect(second.lines.at(-1)).toMatchObject({ stop_reason: 'tool_deferred', deferred_tool_use: { id: 'd2' } });
    expect(sent(server, 1)).toContain('ask the owner');
  });

  it('denies when there are more calls', async () => {
    const calls = ['d1', 'd2'].map((id) => toolUse(id, 'Read', { file_path: 'a.txt' }));
    await using server = await MessagesServer.start({ blocks: calls }, { blocks: [text('Then not.')] });
    using cli = new CliFixture({ 'a.txt': 'hello\n' });
    const slow = hooks({ PreToolUse: [hook(`sleep 0.5; ${answers('PreToolUse', { permissionDecision: 'defer' })}`)] });
    const { lines } = await cli.run(['run', '--project', cli.projectDir, '--prompt', 'go', '--settings', slow, ...json], access(server));
    expect(lines.at(-1)).not.toHaveProperty('stop_reason');
    const denials = ['d1', 'd2'].map((id) => expect.objectContaining({ tool_use_id: id }));
    // In the order of their hooks' ends.
    expect(lines.at(-1)?.['permission_denials']).toHaveLength(2);
    expect(lines.at(-1)?.['permission_denials']).toEqual(expect.arrayContaining(denials));
  });
});
