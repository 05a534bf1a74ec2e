import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { HookFixture, hookOn } from './hook-fixture.ts';

describe('selecting hooks', () => {
  it.each([
    ['', 'Bash', true],
    ['*', 'Bash', true],
    ['Bash', 'Bash', true],
    ['bash', 'Bash', false],
    ['Edit|Write', 'Write', true],
    ['Edit, Write', 'Write', true],
    ['Edit', 'NotebookEdit', false],
    ['.*Edit', 'NotebookEdit', true],
    ['mcp__memory', 'mcp__memory__read', false],
    ['mcp__memory__.*', 'mcp__memory__read', true],
    ['(unclosed', 'Bash', true],
  ])('matcher %j on %s: %s', async (matcher, matchOn, runs) => {
    await using fixture = new HookFixture(hookOn('PreToolUse', { command: 'true' }, matcher));
    expect(fixture.runner.concerns({ event: 'PreToolUse', matchOn })).toBe(runs);
  });

  it('conditions apply to tool events only, and one that can’t be evaluated runs the hook', async () => {
    await using fixture = new HookFixture(
      hookOn('PreToolUse', { command: 'true', if: 'Bash(rm *)' }),
      hookOn('Stop', { command: 'true', if: 'Bash' }),
    );
    const asked: string[] = [];
    const meets = (answer: boolean) => (rule: string) => asked.push(rule) > 0 && answer;
    expect(fixture.runner.concerns({ event: 'PreToolUse', matchOn: 'Bash', meets: meets(true) })).toBe(true);
    expect(fixture.runner.concerns({ event: 'PreToolUse', matchOn: 'Bash', meets: meets(false) })).toBe(false);
    expect(fixture.runner.concerns({ event: 'Stop', meets: meets(true) })).toBe(false);
    expect(asked).toEqual(['Bash(rm *)', 'Bash(rm *)']);
  });

  it('equal handlers run once, wherever they are defined', async () => {
    const twice = hookOn('PreToolUse', { command: 'echo x >> ran' });
    await using fixture = new HookFixture(
      twice,
      { ...twice, source: 'project' },
      hookOn('PreToolUse', { command: 'echo x >>  ran' }, 'Bash'),
    );
    await fixture.run('PreToolUse', { matchOn: 'Bash' });
    expect(readFileSync(join(fixture.project.projectDir, 'ran'), 'utf8')).toBe('x\nx\n');
    expect(fixture.ran).toHaveLength(2);
  });

  it('all run in parallel and all are waited for', async () => {
    // Each waits for the other.
    const wait = (own: string, other: string) => `touch ${own}; until [ -e ${other} ]; do sleep 0.05; done; echo done >&2`;
    await using fixture = new HookFixture(
      hookOn('PreToolUse', { command: wait('a', 'b') }),
      hookOn('PreToolUse', { command: wait('b', 'a') }),
    );
    await fixture.run('PreToolUse');
    expect(fixture.ran.map(({ errors }) => errors)).toEqual(['done\n', 'done\n']);
  });
});

describe('a blocking hook that could not answer', () => {
  it('doesn’t let the call pass, whether ended with the session or started afterwards', async () => {
    await using fixture = new HookFixture(hookOn('PreToolUse', { command: 'sleep 60' }), hookOn('Stop', { command: 'sleep 60' }));
    const [call, stop] = [fixture.run('PreToolUse'), fixture.run('Stop')];
    while (fixture.events.filter(({ type }) => type === 'hook.started').length < 2) await sleep(20);
    await fixture.runner.dispose();
    expect((await call).permission).toMatchObject({ behavior: 'deny' });
    expect(await stop).toMatchObject({ contexts: [] });
    expect((await fixture.run('PreToolUse')).permission).toMatchObject({ behavior: 'deny' });
    expect((await fixture.run('Stop')).block).toBeUndefined();
  });
});

it('a handler type that isn’t supported fails', async () => {
  await using fixture = new HookFixture(hookOn('PreToolUse', { type: 'oracle', failClosed: true }));
  expect((await fixture.run('PreToolUse')).permission).toMatchObject({ behavior: 'deny', reason: expect.stringContaining('“oracle”') });
});
