import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SessionView } from '#shared/session/view.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { EngineWindow } from './engine-window.ts';

interface After {
  readonly view: SessionView;
  /** Of the local settings file. */
  readonly permissions: Readonly<Record<string, unknown>>;
  readonly temp: TempProject;
}

/** A call that asks, a user's hook that allows it with `updates`, and the result. */
async function afterUpdates(before: Readonly<Record<string, unknown>>, updates: readonly object[], check: (after: After) => void) {
  await using server = await MessagesServer.start(
    { blocks: [toolUse('c1', 'Bash', { command: 'touch made' })] },
    { blocks: [text('Done.')] },
  );
  using temp = new TempProject({ '.claude/settings.local.json': JSON.stringify({ permissions: before }), 'sub/a.txt': 'a' });
  const answer = {
    hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow', updatedPermissions: updates } },
  };
  writeFileSync(join(temp.root, 'answer.json'), JSON.stringify(answer));
  mkdirSync(join(temp.homeDir, '.claude'));
  const hooks = { PermissionRequest: [{ hooks: [{ type: 'command', command: `cat '${temp.root}/answer.json'` }] }] };
  writeFileSync(join(temp.homeDir, '.claude/settings.json'), JSON.stringify({ hooks }));
  await using window = new EngineWindow(temp, server);
  await window.begin('Begin.');
  const view = await window.turnEnded();
  const settings: unknown = JSON.parse(readFileSync(temp.path('.claude/settings.local.json'), 'utf8'));
  const permissions: After['permissions'] =
    settings && typeof settings === 'object' && 'permissions' in settings ? Object(settings.permissions) : {};
  check({ view, permissions, temp });
}

const rule = (toolName: string, ruleContent: string) => ({ toolName, ruleContent });

describe('permission updates of a hook', () => {
  it('in a settings file: adds and removes rules and folders', async () => {
    await afterUpdates(
      { allow: ['Bash(npm test)', 'Bash(make)'], deny: ['Read(/x)'], additionalDirectories: ['./old', './kept'] },
      [
        { type: 'removeRules', behavior: 'allow', rules: [rule('Bash', 'make')], destination: 'localSettings' },
        { type: 'addRules', behavior: 'deny', rules: [rule('Read', '/.env')], destination: 'localSettings' },
        { type: 'addRules', behavior: 'ask', rules: [rule('Bash', 'git push *')], destination: 'localSettings' },
        { type: 'removeRules', behavior: 'deny', rules: [rule('Read', '/x')], destination: 'localSettings' },
        { type: 'addDirectories', directories: ['sub'], destination: 'localSettings' },
        { type: 'removeDirectories', directories: ['old', 'never'], destination: 'localSettings' },
      ],
      ({ view, permissions, temp }) => {
        expect(permissions).toEqual({
          allow: ['Bash(npm test)'],
          deny: ['Read(/x)', 'Read(/.env)'],
          ask: ['Bash(git push *)'],
          additionalDirectories: ['./kept', temp.path('sub')],
        });
        expect(view.calls['c1']?.state).toBe('done');
      },
    );
  });

  it('in a settings file: replaces all allow rules', async () => {
    await afterUpdates(
      { allow: ['Bash(npm test)', 'Bash(make)'] },
      [{ type: 'replaceRules', behavior: 'allow', rules: [rule('Bash', 'make'), rule('Bash', 'touch *')], destination: 'localSettings' }],
      ({ permissions }) => expect(permissions).toEqual({ allow: ['Bash(make)', 'Bash(touch *)'] }),
    );
  });

  it('in the session: changes rules, folders and the mode', async () => {
    await afterUpdates(
      {},
      [
        { type: 'addRules', behavior: 'allow', rules: [rule('Bash', 'one'), rule('Bash', 'two')], destination: 'session' },
        { type: 'replaceRules', behavior: 'allow', rules: [rule('Bash', 'two'), rule('Bash', 'three')], destination: 'session' },
        { type: 'addRules', behavior: 'deny', rules: [rule('Bash', 'rm *')], destination: 'session' },
        { type: 'addDirectories', directories: ['sub', '.claude'], destination: 'session' },
        { type: 'removeDirectories', directories: ['.claude'], destination: 'session' },
        { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
      ],
      ({ view, permissions, temp }) => {
        expect(view.sessionRules.map(({ behavior, text: said }) => `${behavior} ${said}`)).toEqual([
          'allow Bash(two)',
          'allow Bash(three)',
          'deny Bash(rm *)',
        ]);
        expect(view.directories).toEqual([temp.path('sub')]);
        expect(view.mode).toBe('acceptEdits');
        expect(permissions).toEqual({});
      },
    );
  });

  it('a deny rule matching the call itself stops it', async () => {
    await afterUpdates({}, [{ type: 'addRules', behavior: 'deny', rules: [rule('Bash', 'touch *')], destination: 'session' }], ({ view }) =>
      expect(view.calls['c1']).toMatchObject({ state: 'denied', decision: { rule: 'Bash(touch *)' } }),
    );
  });
});
