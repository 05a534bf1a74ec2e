import { commands, type CommandName } from '#shared/contract/commands.ts';
import { PERMISSION_MODES } from '#shared/permission/mode.ts';
import { COMMAND_CLASSES, confirmedCommand } from '#main/host/confirmation/command-classes.ts';
import { parsedInput } from '#main/host/port.ts';
import { describe, expect, it } from 'vitest';

const names = Object.keys(commands) as CommandName[];

describe('the class of each command', () => {
  it('is given, and nothing else has one', () => {
    expect(Object.keys(COMMAND_CLASSES).toSorted()).toEqual(names.toSorted());
  });

  it('says why a command is safe, or what the person is asked', () => {
    for (const [name, entry] of Object.entries(COMMAND_CLASSES))
      expect('safe' in entry ? entry.safe : entry.confirm, name).toMatch(/^[A-Z].*[.?]$/u);
  });

  it('asks a person about everything that may allow or widen something', () => {
    expect(names.filter((name) => 'confirm' in COMMAND_CLASSES[name]).toSorted()).toEqual([
      'app.setAccess',
      'changes.commit',
      'changes.revert',
      'elicitation.answer',
      'hooks.try',
      'mcp.accept',
      'mcp.setEnabled',
      'permission.answer',
      'plugins.accept',
      'plugins.remove',
      'plugins.setEnabled',
      'project.open',
      'project.revokeTrust',
      'project.trust',
      'restore.apply',
      'rules.change',
      'session.setBudget',
      'session.setDirectory',
      'session.setMode',
      'settings.allowInclude',
      'settings.save',
      'settings.set',
      'terminal.input',
      'trigger.newKey',
    ]);
  });
});

const ANSWERED = { sessionId: 's', askId: 'a', digest: 'd' };

const answers: readonly (readonly [answer: object, confirmed: boolean])[] = [
  [{ type: 'allow_once' }, true],
  [{ type: 'allow_once', message: 'and then stop' }, true],
  [{ type: 'allow_edited', input: {} }, true],
  [{ type: 'allow_always', rules: ['Bash(ls)'], destination: 'session' }, true],
  [{ type: 'set_mode', mode: 'acceptEdits' }, true],
  [{ type: 'add_directories', directories: ['/'], destination: 'session' }, true],
  [{ type: 'answer_questions', answers: {} }, true],
  [{ type: 'accept_plan', mode: 'default', clearContext: false }, true],
  [{ type: 'deny' }, false],
  [{ type: 'deny', message: 'use the script' }, false],
];

it.each(answers)('the answer %j is confirmed: %s', (answer, confirmed) => {
  const input = parsedInput('permission.answer', { ...ANSWERED, answer });
  expect(confirmedCommand('permission.answer', input) !== undefined).toBe(confirmed);
});

it('each mode that allows more than asking is confirmed', () => {
  const confirmed = PERMISSION_MODES.filter((mode) => confirmedCommand('session.setMode', { sessionId: 's', mode }));
  expect(confirmed).toEqual(['acceptEdits', 'auto', 'bypassPermissions', 'bubble']);
});

it('what only narrows is not confirmed', () => {
  expect(confirmedCommand('elicitation.answer', { sessionId: 's', elicitationId: 'e', action: 'decline' })).toBeUndefined();
  expect(confirmedCommand('mcp.setEnabled', { projectDir: '/p', name: 'n', enabled: false })).toBeUndefined();
  expect(confirmedCommand('session.setDirectory', { sessionId: 's', change: 'remove', path: '/p' })).toBeUndefined();
  expect(confirmedCommand('app.setAccess', { apiKey: 'k' })).toBeUndefined();
  expect(confirmedCommand('app.setAccess', { baseUrl: 'http://evil.example' })).toBeDefined();
});
