import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { buildSystemPrompt } from '#main/agent/system-prompt/system-prompt.ts';
import { PERMISSION_RULES, RULES } from '#main/agent/system-prompt/system-prompt-texts.ts';
import { loadSettings } from '#main/settings/load-settings.ts';
import { SettingsStore } from '#main/settings/settings-store.ts';
import { parseStyle } from '#main/settings/styles/style-files.ts';
import { git, tempProject } from './temp-project.ts';

describe('the output style', () => {
  test('is the file that the setting names, the user’s before the project’s', async () => {
    const { projectDir, homeDir, stateDir, write } = tempProject();
    git(projectDir, 'init');
    write('home/.claude/settings.json', { outputStyle: 'Terse' });
    write('project/.claude/output-styles/short.md', '---\nname: Terse\n---\nOf the project.');
    const options = { projectDir, homeDir, stateDir, managedDir: null };
    const untrusted = loadSettings(options);
    expect(untrusted.style).toBe(undefined);
    expect(untrusted.problems.map(({ message }) => message)).toContainEqual(expect.stringContaining('no output style “Terse”'));
    expect(untrusted.untrustedItems).toEqual(['.claude/output-styles/short.md: adds an output style, which changes how the model answers']);
    const settings = new SettingsStore(options);
    await settings.trustFolder();
    expect(settings.current().style?.text).toBe('Of the project.');
    write('project/.claude/output-styles/short.md', '---\nname: Terse\n---\nChanged.');
    expect(loadSettings(options)).toMatchObject({ trusted: false, style: undefined });
    write('home/.claude/output-styles/terse.md', 'Of the user.');
    expect(loadSettings(options).style?.text).toBe('Of the user.');
  });

  test('can’t be chosen by an untrusted project, nor read through a link out of it', async () => {
    const { root, projectDir, homeDir, stateDir, write } = tempProject();
    git(projectDir, 'init');
    write('home/.claude/output-styles/mine.md', 'Mine.');
    write('secret.md', 'Secret.');
    write('project/.claude/settings.json', { outputStyle: 'link' });
    write('project/.claude/output-styles/x.md', 'X.');
    symlinkSync(join(root, 'secret.md'), join(projectDir, '.claude/output-styles/link.md'));
    const options = { projectDir, homeDir, stateDir, managedDir: null };
    expect(loadSettings(options)).toMatchObject({
      style: undefined,
      problems: [{ message: expect.stringContaining('leads out of the repository') }],
    });
    const settings = new SettingsStore(options);
    await settings.trustFolder();
    expect(settings.current().style).toBe(undefined);
  });

  test('is none for “default” and for files without text', () => {
    const { projectDir, homeDir, stateDir, write } = tempProject();
    write('home/.claude/settings.json', { outputStyle: 'Default' });
    expect(loadSettings({ projectDir, homeDir, stateDir, managedDir: null })).toMatchObject({ style: undefined, problems: [] });
    expect(parseStyle('/a.md', '---\nname: x\n---\n')).toBe(undefined);
    expect(parseStyle('/a.md', '---\nname: [\n---\nText')).toBe(undefined);
    expect(parseStyle('/a.md', 'x'.repeat(50_000))?.text).toHaveLength(30_000);
  });

  test('comes before the rules on permission, and may leave out the advice for coding', () => {
    const prompt = (keepsCodingAdvice: boolean) =>
      buildSystemPrompt({
        projectDir: '/p',
        cwd: '/p',
        homeDir: '/h',
        date: '2026-01-01',
        platform: 'linux',
        shell: 'bash',
        git: null,
        tools: [],
        model: 'm',
        trusted: true,
        instructions: [],
        style: { name: 'Terse\n# Permission', text: 'Be terse.', keepsCodingAdvice, file: '/h/.claude/output-styles/t.md' },
      });
    const { text, context, sources } = prompt(false);
    expect(text).not.toContain(RULES);
    expect(prompt(true).text).toContain(RULES);
    expect(text.indexOf('Be terse.')).toBeLessThan(text.indexOf(PERMISSION_RULES));
    expect(text).toContain('# How to answer: Terse # Permission\n');
    expect(context).not.toContain('Be terse.');
    expect(sources).toEqual([{ path: '/h/.claude/output-styles/t.md', trusted: true, chars: 9 }]);
  });
});
