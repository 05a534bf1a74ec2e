import { describe, expect, it } from 'vitest';
import { combineOutputs, type HookVerdict } from '#main/hooks/combine.ts';
import { HOOK_EVENT_TABLE } from '#main/hooks/hook-events.ts';
import type { HookRun } from '#main/hooks/hook.ts';
import { readHookOutput } from '#main/hooks/hook-output.ts';
import { HOOK_EVENTS, type HookEvent } from '#shared/settings/hook-settings.ts';
import { HookFixture, hookOn, printing } from './hook-fixture.ts';
import { HookServer } from './hook-server.ts';

/** Hook outputs for any event; `$EVENT` stands for its name. */
const BODIES = {
  nothing: '',
  text: 'plain words',
  'half JSON': '{"continue":',
  'wrong shape': '{"continue":"no"}',
  'nested too deeply': `{"hookSpecificOutput":{"hookEventName":"$EVENT","updatedInput":{"a":${'['.repeat(500)}${']'.repeat(500)}}}}`,
  'another event': '{"hookSpecificOutput":{"hookEventName":"Elsewhere"}}',
  'empty object': '{}',
  stop: '{"continue":false,"stopReason":"enough"}',
  block: '{"decision":"block","reason":"because"}',
  allow: '{"hookSpecificOutput":{"hookEventName":"$EVENT","permissionDecision":"allow"}}',
  deny: '{"hookSpecificOutput":{"hookEventName":"$EVENT","permissionDecision":"deny","permissionDecisionReason":"because"}}',
  context: '{"hookSpecificOutput":{"hookEventName":"$EVENT","additionalContext":"know this"}}',
} as const;
type Body = keyof typeof BODIES;

const NO_JSON: readonly Body[] = ['nothing', 'text', 'half JSON'];
const BROKEN: readonly Body[] = ['half JSON', 'wrong shape', 'nested too deeply', 'another event'];

interface Expected {
  readonly outcome: 'ok' | 'blocked' | 'failed';
  readonly blocks: boolean;
}

/** The documented table, written differently from the code. */
function expectedOfCommand(event: HookEvent, exitCode: number, body: Body, isSet: boolean): Expected {
  // Without the folder that this hook makes there is no worktree.
  const failClosed = isSet || event === 'WorktreeCreate';
  const { blocks, textIsContext } = HOOK_EVENT_TABLE[event];
  const canBlock = blocks !== 'none';
  const saysNo = body === 'block' || (body === 'deny' && event === 'PreToolUse');
  if (exitCode === 2) return { outcome: canBlock ? 'blocked' : 'ok', blocks: canBlock };
  const broken = BROKEN.includes(body) && !(body === 'half JSON' && textIsContext);
  const fails = exitCode === 0 ? broken : failClosed || broken || NO_JSON.includes(body);
  if (fails) return { outcome: 'failed', blocks: failClosed && canBlock };
  return saysNo && canBlock ? { outcome: 'blocked', blocks: true } : { outcome: 'ok', blocks: false };
}

function expectedOfHttp(event: HookEvent, status: number, body: Body, isSet: boolean): Expected {
  const failClosed = isSet || event === 'WorktreeCreate';
  const canBlock = HOOK_EVENT_TABLE[event].blocks !== 'none';
  const fails = status !== 200 || BROKEN.includes(body) || body === 'text';
  if (fails) return { outcome: 'failed', blocks: failClosed && canBlock };
  const saysNo = body === 'block' || (body === 'deny' && event === 'PreToolUse');
  return saysNo && canBlock ? { outcome: 'blocked', blocks: true } : { outcome: 'ok', blocks: false };
}

const BODY_NAMES = Object.keys(BODIES).filter((name): name is Body => name in BODIES);
const bodyFor = (event: HookEvent, body: Body): string => BODIES[body].replace('$EVENT', event);

function check(
  event: HookEvent,
  body: Body,
  { outcome, blocks }: Expected,
  seen: { outcome: string; verdict: HookVerdict },
  row: string,
): void {
  const { verdict } = seen;
  expect(seen.outcome, row).toBe(outcome);
  expect(verdict.block !== undefined, row).toBe(blocks);
  const allowed = event === 'PreToolUse' && body === 'allow' && outcome === 'ok';
  expect(verdict.permission?.behavior, row).toBe(event === 'PreToolUse' && blocks ? 'deny' : allowed ? 'allow' : undefined);
  const read = outcome !== 'failed';
  expect(verdict.stop?.reason, row).toBe(read && body === 'stop' ? 'enough' : undefined);
  if (read && body === 'context') expect(verdict.contexts, row).toEqual(['know this']);
}

function checkRead(event: HookEvent, body: Body, expected: Expected, failClosed: boolean, run: HookRun, row: string): void {
  const output = readHookOutput(hookOn(event, { command: 'check', failClosed }), run);
  check(event, body, expected, { outcome: output.outcome, verdict: combineOutputs([output]) }, row);
}

describe('effects of a hook by event, exit and output', () => {
  it.each(HOOK_EVENTS)('%s', (event) => {
    for (const body of BODY_NAMES) {
      for (const failClosed of [false, true]) {
        const mark = `${event}, ${body}, ${failClosed ? 'closed' : 'open'}`;
        for (const exitCode of [0, 1, 2, 3, 127]) {
          const run: HookRun = { type: 'exited', exitCode, stdout: bodyFor(event, body), stderr: 'from stderr' };
          checkRead(event, body, expectedOfCommand(event, exitCode, body, failClosed), failClosed, run, `${mark}, exit ${exitCode}`);
        }
        for (const status of [200, 302, 404, 500]) {
          const run: HookRun = { type: 'answered', status, body: bodyFor(event, body) };
          checkRead(event, body, expectedOfHttp(event, status, body, failClosed), failClosed, run, `${mark}, status ${status}`);
        }
      }
    }
  });

  it('is the same with real processes', async () => {
    for (const exitCode of [0, 1, 2]) {
      await Promise.all(
        BODY_NAMES.map(async (body) => {
          await using fixture = new HookFixture(
            hookOn('PreToolUse', { command: printing(bodyFor('PreToolUse', body), exitCode, 'from stderr') }),
          );
          const verdict = await fixture.run('PreToolUse');
          const row = `exit ${exitCode}, ${body}`;
          check(
            'PreToolUse',
            body,
            expectedOfCommand('PreToolUse', exitCode, body, false),
            { outcome: fixture.ran[0]?.outcome ?? '', verdict },
            row,
          );
          expect(fixture.ran[0]?.exitCode, row).toBe(exitCode);
        }),
      );
    }
  });

  it('is the same over HTTP', async () => {
    for (const status of [200, 302, 500]) {
      for (const body of BODY_NAMES) {
        await using server = await HookServer.answering(status, bodyFor('PostToolUse', body));
        await using fixture = new HookFixture(hookOn('PostToolUse', { type: 'http', url: server.url }));
        const verdict = await fixture.run('PostToolUse');
        const row = `status ${status}, ${body}`;
        check(
          'PostToolUse',
          body,
          expectedOfHttp('PostToolUse', status, body, false),
          { outcome: fixture.ran[0]?.outcome ?? '', verdict },
          row,
        );
        expect(fixture.ran[0]?.status, row).toBe(status);
      }
    }
  });

  it('uses plain text as context only where documented', () => {
    const run: HookRun = { type: 'exited', exitCode: 0, stdout: 'plain words', stderr: '' };
    expect(HOOK_EVENTS.filter((event) => readHookOutput(hookOn(event, {}), run).context === 'plain words')).toEqual([
      'SessionStart',
      'UserPromptSubmit',
      'UserPromptExpansion',
    ]);
  });

  it('takes the reason of exit code 2 from the JSON, otherwise from stderr', async () => {
    await using fixture = new HookFixture(
      hookOn('PreToolUse', { command: printing('{"decision":"block","reason":"from JSON"}', 2, 'from stderr') }),
    );
    expect((await fixture.run('PreToolUse')).block?.reason).toBe('from JSON');
    fixture.config = { ...fixture.config, entries: [hookOn('PreToolUse', { command: printing('', 2, 'from stderr\n') })] };
    expect((await fixture.run('PreToolUse')).block?.reason).toBe('from stderr');
  });
});
