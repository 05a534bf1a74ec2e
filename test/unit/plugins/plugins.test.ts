import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { chooseServers } from '#main/mcp/servers/choose-servers.ts';
import { listPlugins } from '#main/engine/plugins/list-plugins.ts';
import { hookRows } from '#main/settings/hooks/hook-rows.ts';
import { HookFixture } from '../hooks/hook-fixture.ts';
import { PROJECT, USER } from '../settings/settings-files.ts';
import { tempProject } from '../settings/temp-project.ts';
import { ID, PluginFixture, writeMarketplace } from './sample-marketplace.ts';

describe('a plugin of a marketplace in a folder', () => {
  test('is listed, installed, accepted and switched on; then each of its parts takes effect under its name', async () => {
    const fixture = new PluginFixture();
    const { plugins, settings, temp } = fixture;
    await plugins.addMarketplace(writeMarketplace(temp));
    expect(listPlugins(plugins)).toMatchObject({
      plugins: [],
      available: [
        { id: ID, description: 'Writes release notes', version: '1.2.0', category: 'writing' },
        { id: 'watering@garden', description: 'Reminds you' },
      ],
      marketplaces: [{ name: 'garden', by: 'added', plugins: 2, problems: [] }],
    });

    await plugins.install(ID);
    expect(fixture.row()).toMatchObject({
      state: 'unaccepted',
      accepted: false,
      added: [],
      version: '1.2.0',
      notes: ['Its “themes” has no effect in Gatehouse.'],
    });
    expect(settings.reload()).toMatchObject({ skills: [], agents: [], hooks: { entries: [] }, languageServers: {} });

    await fixture.accept();
    const now = settings.reload();
    const root = fixture.root();
    const [server] = chooseServers({ settings: now.mcp, trusted: false, switchedOff: () => undefined });
    expect(fixture.row()).toMatchObject({ state: 'on', by: 'user' });
    expect(now.skills.map(({ name, kind, source }) => [name, kind, source])).toEqual([
      ['release-notes:changelog', 'skill', 'plugin'],
      ['release-notes:check:links', 'command', 'plugin'],
      ['release-notes:draft', 'command', 'plugin'],
    ]);
    expect(now.skills.find(({ name }) => name.endsWith('draft'))).toMatchObject({
      body: `See ${root}/style.md for $ARGUMENTS.`,
      allowedTools: ['Bash(git log:*)'],
    });
    expect(now.agents).toMatchObject([{ name: 'release-notes:editor', source: 'plugin' }]);
    expect(now.agents[0]?.permissionMode).toBeUndefined();
    expect(now.hooks.entries).toMatchObject([
      { event: 'PostToolUse', matcher: 'Write', source: 'plugin', plugin: { env: { CLAUDE_PLUGIN_ROOT: root } } },
    ]);
    expect(server).toMatchObject({
      name: 'plugin_release-notes_tags',
      scope: 'plugin',
      verdict: { kind: 'run' },
      entry: {
        target: {
          command: `${root}/bin/tags`,
          args: ['--cache', expect.stringMatching(/data\/release-notes@garden\/tags\.json$/u), '--style', 'short'],
        },
      },
    });
    expect(now.languageServers).toMatchObject({
      'plugin:release-notes:notes': { args: ['--root', root], env: { CLAUDE_PLUGIN_ROOT: root } },
    });
    expect(statSync(join(root, 'scripts/check.sh')).mode & 0o777).toBe(0o500);
  });

  test('says what it would do before it is switched on, what runs first', async () => {
    const fixture = new PluginFixture();
    await fixture.plugins.addMarketplace(writeMarketplace(fixture.temp));
    await fixture.plugins.install(ID);
    expect(fixture.row().items).toMatchInlineSnapshot(`
      [
        "hooks/hooks.json: runs "\${CLAUDE_PLUGIN_ROOT}/scripts/check.sh" at PostToolUse",
        ".claude-plugin/plugin.json: starts the MCP server tags (\${CLAUDE_PLUGIN_ROOT}/bin/tags --cache \${CLAUDE_PLUGIN_DATA}/tags.json --style \${user_config.style})",
        ".lsp.json: starts the language server notes (notes-lsp --root \${CLAUDE_PLUGIN_ROOT}) in folders you trust",
        "gives its programs your value for style",
        "commands/draft.md: adds a command (while it is used, Bash(git log:*) without asking) for: Drafts the notes.",
        "skills/changelog/SKILL.md: adds a skill for: Keeps the changelog.",
        "commands/check/links.md: adds a command for: Check the links.",
        "agents/editor.md: adds the agent “editor” (tools: all; mode: Accept edits (acceptEdits)) for: Edits notes.",
        "output-styles/plain.md: adds an output style, which you can choose",
        "scripts/check.sh: can be run by what is listed above",
        "1 text that its skills may refer to",
      ]
    `);
  });

  test('chooses an output style by its full name', async () => {
    const fixture = new PluginFixture();
    await fixture.switchOn();
    fixture.temp.write(USER, { enabledPlugins: { [ID]: true }, outputStyle: 'release-notes:plain' });
    expect(fixture.settings.reload().style).toMatchObject({ name: 'release-notes:plain', text: 'Write plainly.' });
  });

  test('shows its hooks with its name, as written, and why they don’t run', async () => {
    const fixture = new PluginFixture();
    await fixture.switchOn();
    const rows = () => hookRows(fixture.settings.reload(), ({ command = '' }) => command);
    expect(rows()).toEqual([
      {
        event: 'PostToolUse',
        matcher: 'Write',
        handler: { type: 'command', command: '"${CLAUDE_PLUGIN_ROOT}/scripts/check.sh"' },
        name: '"${CLAUDE_PLUGIN_ROOT}/scripts/check.sh"',
        source: 'plugin',
        file: join(fixture.root(), 'hooks/hooks.json'),
        plugin: ID,
        state: 'active',
      },
    ]);
    fixture.temp.write(USER, { enabledPlugins: { [ID]: true }, disableAllHooks: true });
    expect(rows()).toMatchObject([{ plugin: ID, state: 'disabled' }]);
    fixture.temp.write(USER, { enabledPlugins: { [ID]: false } });
    expect(rows()).toEqual([]);
  });

  test('runs its hooks with its own folders in their environment', async () => {
    const fixture = new PluginFixture();
    await fixture.switchOn();
    const [hook] = fixture.settings.reload().hooks.entries;
    if (!hook) throw new Error('there is no hook');
    const data = hook.plugin?.env['CLAUDE_PLUGIN_DATA'] ?? '';
    await using hooks = new HookFixture(hook);
    await hooks.run('PostToolUse', { fields: { tool_name: 'Write', tool_input: {} } });
    expect(hooks.ran).toMatchObject([{ source: 'plugin' }]);
    expect(readFileSync(join(data, 'seen'), 'utf8')).toBe(`${fixture.root()}\n`);
  });

  test('is off once it is switched off, and gone once it is removed', async () => {
    const fixture = new PluginFixture();
    await fixture.switchOn();
    await fixture.plugins.setEnabled(ID, false);
    expect(fixture.row()).toMatchObject({ state: 'off', by: 'user' });
    expect(fixture.settings.reload().skills).toEqual([]);
    await fixture.plugins.setEnabled(ID, true);
    expect(fixture.row().state).toBe('on');
    await fixture.plugins.remove(ID);
    expect(listPlugins(fixture.plugins).plugins).toEqual([]);
    expect(readFileSync(fixture.settings.current().paths.user, 'utf8')).not.toContain(ID);
  });

  test('gets the values of its options from the person’s settings, and is off without one it needs', async () => {
    const fixture = new PluginFixture();
    const manifest = 'market/plugins/release-notes/.claude-plugin/plugin.json';
    writeMarketplace(fixture.temp);
    fixture.temp.write(manifest, {
      name: 'release-notes',
      mcpServers: {
        a: { command: 'serve', args: ['${user_config.token}'] },
        b: { type: 'http', url: 'https://b.example/mcp', headersHelper: '${CLAUDE_PLUGIN_ROOT}/h ${user_config.token}' },
      },
      userConfig: { token: { type: 'string', required: true, sensitive: true } },
    });
    await fixture.plugins.addMarketplace(join(fixture.temp.root, 'market'));
    await fixture.plugins.install(ID);
    await fixture.accept();
    expect(fixture.row()).toMatchObject({
      state: 'broken',
      why: 'It needs a value for “token”. Write it into your settings, under pluginConfigs.',
    });
    fixture.temp.write(USER, { enabledPlugins: { [ID]: true }, pluginConfigs: { [ID]: { options: { token: 'secret' } } } });
    fixture.temp.write(PROJECT, { pluginConfigs: { [ID]: { options: { token: 'theirs' } } } });
    const { mcp, hooks } = fixture.settings.reload();
    expect(fixture.row().state).toBe('on');
    const sources = JSON.stringify(mcp.sources);
    expect(sources).toContain('"args":["secret"]');
    // Not in the line of a shell.
    expect(sources).toMatch(/"headersHelper":"\/[^"]*\/h \$\{user_config\.token\}"/u);
    expect(hooks.entries[0]?.plugin?.env).toMatchObject({ CLAUDE_PLUGIN_OPTION_TOKEN: 'secret' });
  });
});

describe('who switches a plugin on', () => {
  test('a repository can’t until its folder is trusted and the person has accepted the plugin', async () => {
    const fixture = new PluginFixture();
    const { temp, settings, plugins } = fixture;
    writeMarketplace(temp);
    temp.write(PROJECT, {
      enabledPlugins: { [ID]: true },
      extraKnownMarketplaces: { garden: { source: { source: 'directory', path: '../market' } } },
    });
    expect(settings.reload()).toMatchObject({ trusted: false, plugins: { named: [], marketplaces: [] } });
    expect(settings.current().untrustedItems.join('\n')).toContain(`switches on the plugin ${ID}, if you install and accept it`);
    await settings.trustFolder();
    expect(fixture.row()).toMatchObject({ state: 'absent', by: 'project', installable: true });
    await plugins.install(ID);
    expect(fixture.row().state).toBe('unaccepted');
    expect(settings.reload().skills).toEqual([]);
    await fixture.accept();
    expect(fixture.row()).toMatchObject({ state: 'on', by: 'project' });
    await plugins.setEnabled(ID, false);
    expect(fixture.row()).toMatchObject({ state: 'off', by: 'local' });
  });

  test('a repository can’t switch off what the person switched on', async () => {
    const fixture = new PluginFixture();
    await fixture.switchOn();
    fixture.temp.write(PROJECT, { enabledPlugins: { [ID]: false } });
    fixture.settings.reload();
    await fixture.settings.trustFolder();
    expect(fixture.row().state).toBe('on');
  });

  test.each([
    ['switches it off', { enabledPlugins: { [ID]: false } }, 'Your administrator switched it off.'],
    [
      'allows other marketplaces',
      { strictKnownMarketplaces: [{ source: 'github', repo: 'corp/plugins' }] },
      'Your administrator allows only other marketplaces (strictKnownMarketplaces).',
    ],
    ['allows none', { strictKnownMarketplaces: [] }, 'Your administrator allows only other marketplaces (strictKnownMarketplaces).'],
    [
      'blocks its folder',
      { blockedMarketplaces: [{ source: 'pathPattern', pathPattern: '/market$' }] },
      'Your administrator blocked this marketplace (blockedMarketplaces).',
    ],
    [
      'blocks by a pattern with a mistake',
      { blockedMarketplaces: [{ source: 'pathPattern', pathPattern: '(' }] },
      'Your administrator blocked this marketplace (blockedMarketplaces).',
    ],
  ])('an administrator who %s has the last word', async (_what, managed, why) => {
    const fixture = new PluginFixture();
    await fixture.switchOn();
    fixture.temp.write('managed/managed-settings.json', managed);
    fixture.settings.reload();
    expect(fixture.row()).toMatchObject({ state: 'blocked', why });
    expect(fixture.settings.current().hooks.entries).toEqual([]);
    if (!('enabledPlugins' in managed)) await expect(fixture.plugins.install(ID)).rejects.toThrow(why);
  });

  test.each([
    [{ disableAllHooks: true }, 0],
    [{ allowManagedHooksOnly: true }, 0],
    [{ allowManagedHooksOnly: true, enabledPlugins: { [ID]: true } }, 1],
  ])('its hooks follow what managed settings say of hooks: %j', async (managed, count) => {
    const fixture = new PluginFixture();
    await fixture.switchOn();
    fixture.temp.write('managed/managed-settings.json', managed);
    expect(fixture.settings.reload().hooks.entries).toHaveLength(count);
  });

  test('a marketplace that a repository names can’t replace the person’s own', async () => {
    const fixture = new PluginFixture(tempProject());
    await fixture.switchOn();
    fixture.temp.write(PROJECT, { extraKnownMarketplaces: { garden: { source: { source: 'github', repo: 'evil/garden' } } } });
    fixture.settings.reload();
    await fixture.settings.trustFolder();
    expect(fixture.plugins.marketplace('garden').source).toMatchObject({ source: 'directory' });
  });

  test('the marketplaces that the person added in Claude Code are known', () => {
    const fixture = new PluginFixture();
    fixture.temp.write('home/.claude/plugins/known_marketplaces.json', {
      tools: { source: { source: 'github', repo: 'someone/tools' }, installLocation: '/x', lastUpdated: '2026-01-01' },
    });
    fixture.temp.write(USER, { enabledPlugins: { 'a@tools': true } });
    fixture.settings.reload();
    expect(listPlugins(fixture.plugins)).toMatchObject({
      plugins: [{ id: 'a@tools', state: 'absent', from: 'github.com/someone/tools', installable: true }],
      marketplaces: [{ name: 'tools', by: 'claude', updatedAt: null }],
    });
  });
});
