import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadSettings } from '#main/settings/load-settings.ts';
import { SettingsStore } from '#main/settings/settings-store.ts';
import { git, tempProject } from './temp-project.ts';

describe('saved workflows', () => {
  test('are the user’s, and the repository’s once its folder is trusted; trust covers their content', async () => {
    const { projectDir, homeDir, stateDir, write } = tempProject();
    git(projectDir, 'init');
    write('home/.claude/workflows/mine.js', 'mine');
    write('home/.claude/workflows/review.js', 'the user’s');
    write('project/.claude/workflows/review.js', 'the project’s');
    const options = { projectDir, homeDir, stateDir, managedDir: null };
    const named = (): string[] => loadSettings(options).workflows.map(({ name, text }) => `${name}: ${text}`);
    expect(named()).toEqual(['mine: mine', 'review: the user’s']);
    expect(loadSettings(options).untrustedItems).toEqual(['.claude/workflows/review.js: adds a workflow, a script that starts agents']);
    const settings = new SettingsStore(options);
    await settings.trustFolder();
    expect(settings.current().workflows.map(({ name, text, source }) => [name, text, source])).toEqual([
      ['review', 'the project’s', 'project'],
      ['mine', 'mine', 'user'],
    ]);
    expect(settings.current().suppliedScripts).toEqual([]);
    write('project/.claude/workflows/review.js', 'changed');
    expect(loadSettings(options).trusted).toBe(false);
    expect(named()).toEqual(['mine: mine', 'review: the user’s']);
  });

  test('are no links that lead out of the repository, and no files with other names', async () => {
    const { root, projectDir, homeDir, stateDir, write } = tempProject();
    git(projectDir, 'init');
    write('secret.js', 'secret');
    for (const name of ['a.js', 'b.ts', '.c.js', `${'d'.repeat(100)}.js`, 'e f.js']) write(`project/.claude/workflows/${name}`, 'x');
    symlinkSync(join(root, 'secret.js'), join(projectDir, '.claude/workflows/link.js'));
    const settings = new SettingsStore({ projectDir, homeDir, stateDir, managedDir: null });
    await settings.trustFolder();
    expect(settings.current().workflows.map(({ name }) => name)).toEqual(['a']);
  });
});
