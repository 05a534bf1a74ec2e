import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadSettings } from '#main/settings/load-settings.ts';
import { parseSkillFile, type SkillOrigin } from '#main/settings/skills/skill-definition-file.ts';
import { SettingsStore } from '#main/settings/settings-store.ts';
import { git, tempProject } from './temp-project.ts';

const ORIGIN: SkillOrigin = { kind: 'skill', name: 'folder', source: 'user', file: '/s/folder/SKILL.md', folder: '/s/folder', base: '/' };
const parse = (text: string, more: Partial<SkillOrigin> = {}) => parseSkillFile(text, { ...ORIGIN, ...more });
const skill = (front: string, body = 'Do it.') => `---\n${front}\n---\n${body}\n`;
const named = ({ skills }: ReturnType<typeof loadSettings>) => skills.map(({ name, source }) => `${source} ${name}`);

describe('a skill file', () => {
  test('defines the skill’s fields; its text is what the model reads', () => {
    const front = [
      'name: deploy',
      'description: Deploys the app',
      'when_to_use: When asked to release',
      'argument-hint: "[stage]"',
      'arguments: [stage, version]',
      'allowed-tools: Bash(make:*), Read',
      'disallowed-tools:\n  - WebFetch',
      'model: haiku',
      'context: fork',
      'agent: Explore',
      'paths: "src/**, *.sql"',
      'disable-model-invocation: true',
      'license: MIT',
    ].join('\n');
    expect(parse(skill(front))).toEqual({
      definition: {
        kind: 'skill',
        source: 'user',
        file: '/s/folder/SKILL.md',
        folder: '/s/folder',
        base: '/',
        name: 'deploy',
        description: 'Deploys the app',
        whenToUse: 'When asked to release',
        argumentHint: '[stage]',
        argumentNames: ['stage', 'version'],
        allowedTools: ['Bash(make:*)', 'Read'],
        disallowedTools: ['WebFetch'],
        model: 'haiku',
        fork: { agent: 'Explore', background: false },
        paths: ['src/**', '*.sql'],
        byModel: false,
        byPerson: true,
        body: 'Do it.',
      },
      warnings: [],
    });
  });

  test.each([
    ['no front matter', '# Deploy it\n\nNow.', { name: 'folder', description: 'Deploy it', body: '# Deploy it\n\nNow.' }],
    ['a byte order mark and Windows line ends', '\uFEFF---\r\nname: a\r\n---\r\nText', { name: 'a', body: 'Text' }],
    ['a colon in a text without quotes', skill('description: Use it: always'), { description: 'Use it: always' }],
    ['brackets in a hint without quotes', skill('argument-hint: [a] [b]'), { argumentHint: '[a] [b]' }],
    ['a hint that is a list in YAML', skill('argument-hint: [a, 2]'), { argumentHint: '[a] [2]' }],
    ['empty fields', skill('description:\nallowed-tools:\nmodel: inherit'), { allowedTools: [], description: 'Do it.' }],
  ])('may have %s', (_name, text, fields) => {
    expect(parse(text)).toMatchObject({ definition: fields });
  });

  test.each([
    ['no text', skill('name: a', ''), 'no text'],
    ['mistaken hooks', skill('hooks:\n  PreToolUse: true'), '“hooks” can’t be used'],
    ['commands for PowerShell', skill('shell: powershell', 'See !`dir`'), 'PowerShell'],
    ['a mistake in what it denies', skill('disallowed-tools: {Bash: true}'), '“disallowed-tools” must be a list'],
    ['a deny rule that isn’t one', skill('disallowed-tools: ["Bash("]'), '“disallowed-tools”'],
    ['a background of another kind', skill('context: fork\nbackground: often'), '“background” must be true or false'],
    ['another context', skill('context: main'), '“context” can only be fork'],
    ['a flag that isn’t one', skill('disable-model-invocation: maybe'), 'must be true or false'],
    ['too much text', skill('name: a', 'x'.repeat(100_001)), 'more than 100000'],
    ['no end of the front matter', '---\nname: a\n', 'No second line'],
    ['aliases', '---\nname: &a x\npaths: *a\n---\nText', 'aliases'],
  ])('is ignored with %s', (_name, text, why) => {
    expect(parse(text)).toEqual({ skipped: expect.stringContaining(why) });
  });

  test('may let its agent work in the background, which means nothing without an agent', () => {
    expect(parse(skill('context: fork\nbackground: true'))).toMatchObject({
      definition: { fork: { agent: 'general-purpose', background: true } },
      warnings: [],
    });
    expect(parse(skill('background: true'))).toMatchObject({ warnings: [expect.stringContaining('“background” has no effect')] });
  });

  test('gets its folder’s name if its own can’t be used, and says so', () => {
    expect(parse(skill('name: "a) Bash(*"'))).toMatchObject({
      definition: { name: 'folder' },
      warnings: [expect.stringContaining('“folder”')],
    });
    expect(parse('Text', { name: 'a b' })).toEqual({ skipped: expect.stringContaining('name') });
    expect(parse('Text', { name: '../x' })).toEqual({ skipped: expect.stringContaining('name') });
  });

  test('drops invalid rules, and says so', () => {
    expect(parse(skill('allowed-tools: ["Read", "Bash("]'))).toMatchObject({
      definition: { allowedTools: ['Read'] },
      warnings: [expect.stringContaining('Bash(')],
    });
  });

  test('is read without an exception, whatever it contains', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300, unit: 'binary' }), (text) => {
        expect(Object.keys(parse(`---\n${text}\n---\nx`)).length).toBeGreaterThan(0);
      }),
    );
  });
});

describe('skills and commands', () => {
  test('come from the administrator, the user and the trusted project, in this order', async () => {
    const { projectDir, homeDir, stateDir, managedDir, write } = tempProject();
    git(projectDir, 'init');
    write('managed/.claude/skills/a/SKILL.md', skill('description: managed'));
    write('home/.claude/skills/a/SKILL.md', skill('description: user'));
    write('home/.claude/commands/b.md', 'Do b.');
    write('project/.claude/skills/b/SKILL.md', skill('description: project'));
    write('project/.claude/skills/c/SKILL.md', skill('description: skill'));
    write('project/.claude/commands/c.md', 'Command c');
    write('project/.claude/commands/front/end/d.md', 'Do d.');
    write('project/.claude/commands/not-one.txt', 'x');
    const options = { projectDir, homeDir, stateDir, managedDir };
    const untrusted = loadSettings(options);
    expect(named(untrusted)).toEqual(['managed a', 'user b']);
    const settings = new SettingsStore(options);
    await settings.trustFolder();
    const trusted = settings.current();
    expect(named(trusted)).toEqual(['managed a', 'user b', 'project c', 'project front:end:d']);
    expect(trusted.skills.find(({ name }) => name === 'c')?.description).toBe('skill');
    expect(trusted.problems.map(({ message }) => message)).toContainEqual(expect.stringContaining('has the same name'));
  });

  test('of a project count only while it is trusted with just this text', async () => {
    const { projectDir, homeDir, stateDir, write } = tempProject();
    git(projectDir, 'init');
    write('project/.claude/skills/x/SKILL.md', skill('allowed-tools: Bash(ls:*)'));
    const options = { projectDir, homeDir, stateDir, managedDir: null };
    expect(loadSettings(options).untrustedItems).toEqual([
      '.claude/skills/x/SKILL.md: adds a skill (while it is used, Bash(ls:*) without asking) for: Do it.',
    ]);
    const settings = new SettingsStore(options);
    await settings.trustFolder();
    expect(named(settings.current())).toEqual(['project x']);
    write('project/.claude/skills/x/SKILL.md', skill('allowed-tools: Bash(*)'));
    expect(loadSettings(options)).toMatchObject({ trusted: false, skills: [] });
  });

  test('are not read through links that lead out of the skill or the repository', async () => {
    const { root, projectDir, homeDir, stateDir, write } = tempProject();
    git(projectDir, 'init');
    write('secret/SKILL.md', 'Secret');
    write('project/.claude/skills/good/SKILL.md', 'Good');
    write('project/elsewhere/SKILL.md', 'Elsewhere');
    const skills = join(projectDir, '.claude/skills');
    symlinkSync(join(root, 'secret'), join(skills, 'folder'));
    symlinkSync('../../elsewhere', join(skills, 'inside'));
    mkdirSync(join(skills, 'file'));
    symlinkSync(join(root, 'secret/SKILL.md'), join(skills, 'file/SKILL.md'));
    mkdirSync(join(skills, 'sideways'));
    symlinkSync('../../../elsewhere/SKILL.md', join(skills, 'sideways/SKILL.md'));
    mkdirSync(join(projectDir, '.claude/commands'));
    symlinkSync(join(root, 'secret/SKILL.md'), join(projectDir, '.claude/commands/c.md'));
    symlinkSync('.', join(projectDir, '.claude/commands/loop'));
    const settings = new SettingsStore({ projectDir, homeDir, stateDir, managedDir: null });
    await settings.trustFolder();
    expect(named(settings.current())).toEqual(['project good', 'project inside']);
    expect(settings.current().problems.map(({ message }) => message)).toContainEqual(expect.stringContaining('leads out of its folder'));
  });

  test('of the user may be links', () => {
    const { root, projectDir, homeDir, stateDir, write } = tempProject();
    write('dotfiles/a/SKILL.md', 'Do a.');
    mkdirSync(join(homeDir, '.claude'));
    symlinkSync(join(root, 'dotfiles'), join(homeDir, '.claude/skills'));
    expect(named(loadSettings({ projectDir, homeDir, stateDir, managedDir: null }))).toEqual(['user a']);
  });

  test('are found again when a file is added', async () => {
    const { projectDir, homeDir, stateDir, write } = tempProject();
    const settings = new SettingsStore({ projectDir, homeDir, stateDir, managedDir: null });
    expect(named(settings.current())).toEqual([]);
    write('home/.claude/skills/a/SKILL.md', 'Do a.');
    await setImmediate();
    expect(named(settings.current())).toEqual(['user a']);
    writeFileSync(join(homeDir, '.claude/skills/a/SKILL.md'), skill('disable-model-invocation: true'));
    await setImmediate();
    expect(settings.current().skills[0]?.byModel).toBe(false);
  });
});
