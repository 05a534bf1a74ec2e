import { expect, it } from 'vitest';
import { readHookOutput } from '#main/hooks/hook-output.ts';
import { HOOK_OUTPUT_FIELDS } from '#shared/compatibility/format-effects.ts';
import type { HookEvent } from '#shared/settings/hook-settings.ts';
import { hookOn } from '../hooks/hook-fixture.ts';

/** For each field an event that has it, a value, and what is needed besides. */
const TRIALS: Readonly<Record<string, readonly [event: HookEvent, value: unknown, besides?: Readonly<Record<string, unknown>>]>> = {
  continue: ['Stop', false],
  stopReason: ['Stop', 'Enough.', { continue: false }],
  systemMessage: ['Stop', 'Hello.'],
  suppressOutput: ['Stop', true],
  terminalSequence: ['Stop', '\u0007'],
  decision: ['Stop', 'block'],
  reason: ['Stop', 'Go on.', { decision: 'block' }],
  permissionDecision: ['PreToolUse', 'ask'],
  permissionDecisionReason: ['PreToolUse', 'Look.', { permissionDecision: 'ask' }],
  updatedInput: ['PreToolUse', { command: 'true' }],
  additionalContext: ['PostToolUse', 'Note.'],
  updatedToolOutput: ['PostToolUse', { stdout: '' }],
  updatedMCPToolOutput: ['PostToolUse', []],
  classifierContext: ['PostToolUse', 'Harmless.'],
  retry: ['PermissionDenied', true],
  displayContent: ['MessageDisplay', 'Shown.'],
  action: ['Elicitation', 'decline'],
  content: ['Elicitation', { name: 'x' }, { action: 'accept' }],
  worktreePath: ['WorktreeCreate', '/srv/tree'],
  watchPaths: ['SessionStart', ['a']],
  sessionTitle: ['SessionStart', 'Title'],
  initialUserMessage: ['SessionStart', 'Begin.'],
  reloadSkills: ['SessionStart', true],
};

/** Accepted, as documented, without anything to do. */
const WITHOUT_EFFECT = ['suppressOutput', 'hookSpecificOutput.reloadSkills'];

it.each(Object.entries(HOOK_OUTPUT_FIELDS))('%s of a hook’s answer has the effect that the table describes', (field, { compatibility }) => {
  const name = field.replace(/^hookSpecificOutput\./u, '');
  const isSpecific = name !== field;
  const [event, value, besides = {}] =
    field === 'hookSpecificOutput.decision' ? (['PermissionRequest', { behavior: 'deny' }] as const) : (TRIALS[name] ?? ['Stop', true]);
  expect(name in TRIALS).toBe(true);
  const read = (fields: Readonly<Record<string, unknown>>) => {
    const stdout = JSON.stringify(isSpecific ? { hookSpecificOutput: { hookEventName: event, ...fields } } : fields);
    return readHookOutput(hookOn(event, { command: 'x' }), { type: 'exited', exitCode: 0, stdout, stderr: '' });
  };
  const before = read(besides);
  const after = read({ ...besides, [name]: value });
  expect(after.outcome).not.toBe('failed');
  const acts = JSON.stringify(before) !== JSON.stringify(after);
  expect(acts).toBe(compatibility !== 'not' && !WITHOUT_EFFECT.includes(field));
});
