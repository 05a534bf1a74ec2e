import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { HookFixture, hookOn, printing } from './hook-fixture.ts';
import { controlTimeLimits } from '#test/support/time-limits.ts';
import { gone } from '#test/support/process-gone.ts';

const context = (text: string) => JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: text } });

/** Resolves when the hook has written a line into each of these files. */
async function written({ project }: HookFixture, ...names: string[]): Promise<void> {
  const isWhole = (file: string): boolean => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n');
  while (!names.every((name) => isWhole(project.path(name)))) await sleep(20);
}

describe('a command hook', () => {
  it('receives the documented fields and variables', async () => {
    await using fixture = new HookFixture(
      hookOn('PreToolUse', { command: 'cat > seen.json; printf "%s %s %s" "$CLAUDE_PROJECT_DIR" "$CLAUDE_CODE_SESSION_ID" "$(tty)"' }),
    );
    await fixture.run('PreToolUse', { mode: 'plan', agent: { agentId: 'a1', agentType: 'Explore' }, promptId: 'p1', callId: 'c1' });
    expect(JSON.parse(readFileSync(join(fixture.project.projectDir, 'seen.json'), 'utf8'))).toEqual({
      session_id: 's1',
      prompt_id: 'p1',
      transcript_path: join(fixture.sessionDir, 'events.jsonl'),
      cwd: fixture.project.projectDir,
      permission_mode: 'plan',
      agent_id: 'a1',
      agent_type: 'Explore',
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
    });
    expect(fixture.ran[0]?.output).toBe(`${fixture.project.projectDir} s1 not a tty`);
    expect(fixture.ran[0]?.callId).toBe('c1');
  });

  it('with args runs without a shell, with placeholders filled in', async () => {
    await using fixture = new HookFixture(
      hookOn('PreToolUse', { command: 'printf', args: ['%s|%s', '$HOME; echo no', '${CLAUDE_PROJECT_DIR}/x'] }),
    );
    await fixture.run('PreToolUse');
    expect(fixture.ran[0]?.output).toBe(`$HOME; echo no|${fixture.project.projectDir}/x`);
  });

  it('that doesn’t read its input works', async () => {
    await using fixture = new HookFixture(hookOn('PreToolUse', { command: 'exec <&-; exit 0' }));
    await fixture.run('PreToolUse', { fields: { tool_input: { command: 'x'.repeat(4_000_000) } } });
    expect(fixture.ran[0]).toMatchObject({ outcome: 'ok', exitCode: 0 });
  });

  it('that can’t be started fails, and the call continues', async () => {
    await using fixture = new HookFixture(hookOn('PreToolUse', { command: '/no/such/program', args: [] }));
    expect((await fixture.run('PreToolUse')).block).toBeUndefined();
    expect(fixture.notices[0]).toMatch(/PreToolUse hook \[User\] \/no\/such\/program failed: it could not be started/);
  });

  it('that times out is ended with its child processes', async () => {
    await using fixture = new HookFixture(
      hookOn('PreToolUse', {
        command:
          "trap '' TERM; (trap '' TERM; echo $BASHPID > child; sleep 300) & setsid sh -c 'echo $$ > daemon; sleep 300; :' & sleep 300",
        timeout: 600,
      }),
    );
    const time = controlTimeLimits();
    const run = fixture.run('PreToolUse');
    await written(fixture, 'child', 'daemon');
    time.passed(600_000);
    expect((await run).block).toBeUndefined();
    expect(fixture.ran[0]?.outcome).toBe('timed_out');
    expect(fixture.notices[0]).toContain('took too long');
    for (const name of ['child', 'daemon']) await gone(Number(readFileSync(join(fixture.project.projectDir, name), 'utf8')));
  });

  it('is ended when the call is interrupted', async () => {
    await using fixture = new HookFixture(hookOn('PreToolUse', { command: 'echo $$ > pid; sleep 300' }));
    const controller = new AbortController();
    const run = fixture.run('PreToolUse', { signal: controller.signal });
    await written(fixture, 'pid');
    controller.abort();
    await run;
    expect(fixture.ran[0]?.outcome).toBe('cancelled');
    await gone(Number(readFileSync(fixture.project.path('pid'), 'utf8')));
  });

  it('that prints endlessly is ended', async () => {
    await using fixture = new HookFixture(hookOn('PreToolUse', { command: 'yes', failClosed: true }));
    expect((await fixture.run('PreToolUse')).block?.reason).toContain('printed more than 4 MB');
    expect(fixture.ran[0]?.output.length).toBeLessThan(5000);
  });

  it('that leaves a process holding its output open is not waited for, and that process is ended', async () => {
    await using fixture = new HookFixture(
      hookOn('PreToolUse', {
        command: '(echo $BASHPID > child; sleep 300; echo late) & until [ -s child ]; do sleep 0.01; done; echo now',
      }),
    );
    await fixture.run('PreToolUse');
    expect(fixture.ran[0]).toMatchObject({ outcome: 'ok', exitCode: 0, output: 'now\n' });
    await gone(Number(readFileSync(join(fixture.project.projectDir, 'child'), 'utf8')));
  });

  it('that forks endlessly is ended at its timeout', async () => {
    await using fixture = new HookFixture(
      hookOn('PreToolUse', {
        command: 'for i in $(seq 40); do (while :; do sleep 0.2 & wait; done) & done; echo $$ > pid; wait',
        timeout: 600,
      }),
    );
    const time = controlTimeLimits();
    const run = fixture.run('PreToolUse');
    await written(fixture, 'pid');
    time.passed(600_000);
    await run;
    expect(fixture.ran[0]?.outcome).toBe('timed_out');
    await gone(Number(readFileSync(join(fixture.project.projectDir, 'pid'), 'utf8')));
  });

  it('that is killed fails, and blocks when it fails closed', async () => {
    await using fixture = new HookFixture(hookOn('PreToolUse', { command: 'kill -9 $$', failClosed: true }));
    expect((await fixture.run('PreToolUse')).permission).toMatchObject({
      behavior: 'deny',
      reason: expect.stringContaining('ended by SIGKILL'),
    });
  });

  it('that is asynchronous decides nothing; its output arrives later', async () => {
    await using fixture = new HookFixture(
      hookOn('PreToolUse', { command: `until [ -e go ]; do sleep 0.05; done; ${printing(context('late'))}`, async: true }),
    );
    expect(await fixture.run('PreToolUse')).toEqual({ contexts: [], retry: false, gives: {} });
    expect(fixture.runner.takeLate()).toEqual([]);
    fixture.project.write('go', '');
    while (fixture.ran.length === 0) await sleep(20);
    await sleep(0);
    expect(fixture.runner.takeLate()).toEqual(['late']);
    expect(fixture.runner.takeLate()).toEqual([]);
  });

  it('shows its status on one line while it is waited for', async () => {
    const statusMessage = `Checking\n the\u202E change ${'x'.repeat(300)}`;
    await using fixture = new HookFixture(
      hookOn('PreToolUse', { command: 'exit 0', statusMessage }),
      hookOn('PreToolUse', { command: 'true', statusMessage, async: true }),
      hookOn('PreToolUse', { command: ':' }),
    );
    await fixture.run('PreToolUse');
    const statuses = fixture.events.flatMap((event) => (event.type === 'hook.started' ? [event.data.statusMessage] : []));
    expect(statuses.filter((text) => text !== undefined)).toEqual([expect.stringMatching(/^Checking the change x+… \(320 characters\)$/u)]);
  });

  it('with more than 10,000 characters of output saves them to a file', async () => {
    const long = 'y'.repeat(10_001);
    await using fixture = new HookFixture(
      hookOn('PreToolUse', { command: printing(context(long)) }),
      hookOn('PreToolUse', { command: printing(context('y'.repeat(10_000))) }),
    );
    const [first, second] = (await fixture.run('PreToolUse')).contexts.toSorted((a, b) => a.length - b.length);
    expect(second).toHaveLength(10_000);
    const file = /the whole text is in (.+)\]/.exec(first ?? '')?.[1] ?? '';
    expect(readFileSync(file, 'utf8')).toBe(long);
  });

  it('is ended with the session', async () => {
    const fixture = new HookFixture(
      hookOn('PreToolUse', { command: "setsid sh -c 'echo $$ > daemon; sleep 300; :' & echo $$ > pid; sleep 300", async: true }),
    );
    await fixture.run('PreToolUse');
    await written(fixture, 'pid', 'daemon');
    const pids = ['pid', 'daemon'].map((name) => Number(readFileSync(fixture.project.path(name), 'utf8')));
    await fixture[Symbol.asyncDispose]();
    for (const pid of pids) await gone(pid);
  });
});
