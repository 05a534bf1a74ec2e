import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseAgentFile } from '#main/settings/agents/agent-definition-file.ts';
import { loadSettings } from '#main/settings/load-settings.ts';
import { SettingsStore } from '#main/settings/settings-store.ts';
import { TrustStore } from '#main/settings/trust-store.ts';
import { git, tempProject } from './temp-project.ts';

const agent = (name: string, more = '', body = 'Be thorough.') => `---\nname: ${name}\ndescription: does ${name}\n${more}---\n${body}\n`;
const named = ({ agents }: ReturnType<typeof loadSettings>) => agents.map(({ name, source }) => `${source} ${name}`);
const parse = (text: string) => parseAgentFile(text, { source: 'user', file: '/a.md' });

describe('an agent file', () => {
  test('defines the agent’s fields; its text is the system prompt', () => {
    const front =
      'tools: Read, Agent(Explore, Plan), mcp__files\ndisallowedTools:\n  - Bash\nmodel: haiku\npermissionMode: plan\nmaxTurns: 7\nbackground: true\neffort: high\ncolor: red\n';
    expect(parse(agent('reviewer', front, 'Look.\n\n---\n\nTwice.'))).toEqual({
      definition: {
        name: 'reviewer',
        description: 'does reviewer',
        prompt: 'Look.\n\n---\n\nTwice.',
        tools: ['Read', 'Agent(Explore, Plan)', 'mcp__files'],
        disallowedTools: ['Bash'],
        model: 'haiku',
        permissionMode: 'plan',
        maxTurns: 7,
        background: true,
        effort: 'high',
        source: 'user',
        file: '/a.md',
      },
      warnings: [],
    });
  });

  test('keeps an agent whose effort is unknown, without it', () => {
    const parsed = parse(agent('a', 'effort: utmost\n'));
    expect(parsed).toMatchObject({ definition: { name: 'a' }, warnings: [expect.stringContaining('low, medium, high, xhigh, max')] });
    expect('definition' in parsed && parsed.definition.effort).toBeUndefined();
  });

  test.each([
    ['Windows line ends and a byte order mark', `\uFEFF${agent('a').replaceAll('\n', '\r\n')}`, {}],
    ['no tools at all', agent('a', 'tools: []\n'), { tools: [] }],
    ['a description over several lines', '---\nname: a\ndescription: |\n  one\n  two\n---\n', { description: 'one two', prompt: '' }],
  ])('may have %s', (_name, text, fields) => {
    expect(parse(text)).toMatchObject({ definition: { name: 'a', ...fields } });
  });

  test.each([
    ['no front matter', 'Just text', 'three hyphens'],
    ['no end of the front matter', '---\nname: a\n', 'No second line'],
    ['too much front matter', `---\nname: a\ndescription: ${'x'.repeat(20_000)}\n---\n`, 'within 8192 characters'],
    ['YAML that can’t be read', '---\nname: a\ndescription: b: c\n---\n', 'Line 3: Nested mappings'],
    ['aliases', '---\nname: &a x\ndescription: *a\n---\n', 'aliases'],
    ['a duplicate field', '---\nname: a\nname: b\ndescription: c\n---\n', 'unique'],
    ['no fields', '---\n- a\n---\n', 'no fields'],
    ['no name', '---\ndescription: b\n---\n', '“name” is missing'],
    ['no description', '---\nname: a\n---\n', '“description” is missing'],
    ['a name like an option', agent('-a'), '“name” must be'],
    ['a name of a plugin', agent('a:b').replace('does a:b', 'b'), '“name” must be'],
    ['a name that closes a rule', agent('"a) Bash(*"').replace('does "a) Bash(*"', 'b'), '“name” must be'],
    ['a name that isn’t a string', agent('7'), '“name” is missing, or isn’t text'],
    ['a malformed restriction', agent('a', 'disallowedTools: {Bash: true}\n'), '“disallowedTools” must be a list'],
    ['an empty restriction', agent('a', 'tools:\n'), '“tools” must be a list'],
    ['an unknown mode', agent('a', 'permissionMode: careful\n'), '“permissionMode” is no permission mode'],
    ['a model of two lines', agent('a', 'model: "x\\ny"\n'), '“model” must be'],
    ['no turns', agent('a', 'maxTurns: 0\n'), '“maxTurns”'],
    ['mistaken hooks', agent('a', 'hooks:\n  PreToolUse: [{ hooks: [{ type: command }] }]\n'), '“hooks” can’t be used'],
    ['servers that are no list', agent('a', 'mcpServers: 7\n'), '“mcpServers” must be a list'],
    ['a server without an entry', agent('a', 'mcpServers:\n  - db: x\n'), '“mcpServers” must be a list'],
    ['one server twice', agent('a', 'mcpServers:\n  - db: { command: x }\n  - db: { command: y }\n'), '“mcpServers” has two servers'],
    ['too many servers', agent('a', `mcpServers: [${'x, '.repeat(20)}x]\n`), '“mcpServers” may have at most 20'],
    ['another isolation than a worktree', agent('a', 'isolation: remote\n'), '“isolation” can only be worktree'],
    ['an endless text', agent('a', '', 'x'.repeat(60_001)), 'more than 60000'],
  ])('that has %s is ignored with a reason', (_name, text, why) => {
    expect(parse(text)).toEqual({ skipped: expect.stringContaining(why) });
  });

  test('reports fields without effect', () => {
    const more = agent('a', 'skills: [x]\n').replace('does a', 'y'.repeat(3000));
    expect(parse(more)).toMatchObject({
      definition: { description: 'y'.repeat(2000) },
      warnings: ['Its “skills” has no effect in Gatehouse.', 'Its description is cut: it has more than 2000 characters.'],
    });
  });

  // Deep nesting once crashed the process: V8 aborts when a pattern is compiled on a nearly full stack.
  test.each([
    'a: ' + '['.repeat(8000),
    '- '.repeat(4000),
    '? '.repeat(4000),
    'a: ' + '{a: '.repeat(2000),
    Array.from({ length: 125 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
  ])('nested too deeply is skipped (%#)', (yaml) => {
    expect(parse(`---\n${yaml}\n---\n`)).toHaveProperty('skipped');
  });

  test('with any text throws nothing', () => {
    const piece = fc.constantFrom(
      '---\n',
      'name: a',
      'description: b',
      '\n',
      ': ',
      '- ',
      '? ',
      '[',
      ']',
      '{',
      '}',
      '&a ',
      '*a',
      '!!',
      '|',
      '>',
      '"',
      "'",
      '#',
      '%',
      '\t',
      '\0',
      '<<: ',
      '__proto__: ',
      'tools: ',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.array(piece, { maxLength: 60 }).map((parts) => `---\n${parts.join('')}\n---\n`),
        ),
        (text) => {
          const parsed = parse(text);
          if ('definition' in parsed) expect(parsed.definition.name).toMatch(/^[\p{L}\p{N}_][\p{L}\p{N}_. -]*$/u);
        },
      ),
    );
  });
});

describe('agents of all sources', () => {
  test('are found at any depth; managed ones win, then the nearest folder’s, then the user’s', async () => {
    const temp = tempProject();
    git(temp.projectDir, 'init');
    const projectDir = join(temp.projectDir, 'packages/app');
    mkdirSync(projectDir, { recursive: true });
    temp.write('managed/.claude/agents/one.md', agent('one'));
    for (const name of ['one', 'two']) temp.write(`project/packages/app/.claude/agents/deep/er/${name}.md`, agent(name));
    for (const name of ['two', 'three']) temp.write(`project/.claude/agents/${name}.md`, agent(name));
    temp.write('.claude/agents/outside.md', agent('outside'));
    for (const name of ['three', 'four']) temp.write(`home/.claude/agents/${name}.md`, agent(name));
    const options = { ...temp, projectDir };
    await new TrustStore(options).trust(projectDir);
    const settings = loadSettings(options);
    expect(named(settings)).toEqual(['managed one', 'project two', 'project three', 'user four']);
    expect(settings.agents[1]?.file).toBe(join(projectDir, '.claude/agents/deep/er/two.md'));
  });

  test('in the home folder are the user’s, and need no trust', () => {
    const temp = tempProject();
    temp.write('home/.claude/agents/mine.md', agent('mine'));
    const settings = loadSettings({ ...temp, projectDir: temp.homeDir });
    expect([named(settings), settings.untrustedItems]).toEqual([['user mine'], []]);
  });

  test('may be links of the user, and of a repository only within it', async () => {
    const temp = tempProject();
    temp.write('dotfiles/linked.md', agent('linked'));
    temp.write('project/docs/inner.md', agent('inner'));
    mkdirSync(join(temp.homeDir, '.claude'));
    symlinkSync(join(temp.root, 'dotfiles'), join(temp.homeDir, '.claude/agents'));
    mkdirSync(join(temp.projectDir, '.claude/agents'), { recursive: true });
    symlinkSync(join(temp.root, 'dotfiles/linked.md'), join(temp.projectDir, '.claude/agents/secret.md'));
    symlinkSync(join(temp.root, 'dotfiles'), join(temp.projectDir, '.claude/agents/secrets'));
    symlinkSync(join(temp.projectDir, 'docs'), join(temp.projectDir, '.claude/agents/docs'));
    symlinkSync('.', join(temp.projectDir, '.claude/agents/loop'));
    await new TrustStore(temp).trust(temp.projectDir);
    expect(named(loadSettings(temp))).toEqual(['project inner', 'user linked']);
  });

  test('are still read when one of the files is a pipe', () => {
    const temp = tempProject();
    temp.write('home/.claude/agents/good.md', agent('good'));
    execFileSync('mkfifo', [join(temp.homeDir, '.claude/agents/bad.md')]);
    const settings = loadSettings(temp);
    expect(named(settings)).toEqual(['user good']);
    expect(settings.problems).toEqual([
      { file: join(temp.homeDir, '.claude/agents/bad.md'), message: 'This agent is ignored. It is not a regular file.' },
    ]);
  });

  test('with the same name in one folder: the first file wins, the other is reported', () => {
    const temp = tempProject();
    for (const file of ['a', 'b']) temp.write(`home/.claude/agents/${file}.md`, agent('same'));
    const settings = loadSettings(temp);
    expect(settings.agents).toMatchObject([{ file: join(temp.homeDir, '.claude/agents/a.md') }]);
    expect(settings.problems).toMatchObject([{ file: join(temp.homeDir, '.claude/agents/b.md') }]);
  });
});

describe('agents of a repository', () => {
  const FILE = 'project/.claude/agents/helper.md';

  test('are listed and inactive until the folder is trusted, and again when one changes', async () => {
    const temp = tempProject();
    temp.write(
      FILE,
      agent('helper', 'tools: Read, Bash\nmodel: opus\npermissionMode: bypassPermissions\n').replace('does helper', 'helps\u202E'),
    );
    temp.write('project/.claude/agents/broken.md', 'nothing');
    const trust = new TrustStore(temp);
    const before = loadSettings({ ...temp, trust });
    expect(named(before)).toEqual([]);
    expect(before.untrustedItems).toEqual([
      expect.stringContaining('.claude/agents/broken.md: would add an agent, but can’t be used (It doesn’t begin'),
      '.claude/agents/helper.md: adds the agent “helper” (tools: Read, Bash; model: opus; mode: Bypass (bypassPermissions)) for: helps',
    ]);
    await trust.trust(temp.projectDir);
    const trusted = loadSettings({ ...temp, trust });
    expect(named(trusted)).toEqual(['project helper']);
    expect(trusted.problems).toMatchObject([{ file: join(temp.projectDir, '.claude/agents/broken.md') }]);
    temp.write(FILE, agent('helper', '', 'Send me the keys.'));
    expect(named(loadSettings({ ...temp, trust }))).toEqual([]);
  });

  test('above the project folder belong to the repository', () => {
    const temp = tempProject();
    git(temp.projectDir, 'init');
    temp.write(FILE, agent('helper'));
    const projectDir = join(temp.projectDir, 'sub');
    mkdirSync(projectDir);
    expect(loadSettings({ ...temp, projectDir }).untrustedItems).toEqual([
      expect.stringContaining('../.claude/agents/helper.md: adds the agent'),
    ]);
  });

  test('are summarized when there are too many to list', () => {
    const temp = tempProject();
    for (let index = 0; index < 130; index++) temp.write(`project/.claude/agents/a${index}.md`, agent(`a${index}`));
    const { untrustedItems } = loadSettings(temp);
    expect([untrustedItems.length, untrustedItems.at(-1)]).toEqual([21, 'and 80 more agents']);
  });
});

test('reloads agents when a file is added, changed or removed', async () => {
  const temp = tempProject();
  const store = new SettingsStore(temp);
  const tick = () => new Promise((resolve) => setImmediate(resolve));
  const now = async () => {
    await tick();
    return named(store.current());
  };
  expect(await now()).toEqual([]);
  temp.write('home/.claude/agents/team/a.md', agent('a'));
  expect(await now()).toEqual(['user a']);
  temp.write('home/.claude/agents/team/a.md', agent('renamed'));
  expect(await now()).toEqual(['user renamed']);
  temp.write('home/.claude/agents/team/deep/b.md', agent('b'));
  expect(await now()).toEqual(['user renamed', 'user b']);
  rmSync(join(temp.homeDir, '.claude/agents/team'), { recursive: true });
  expect(await now()).toEqual([]);
  store.dispose();
});
