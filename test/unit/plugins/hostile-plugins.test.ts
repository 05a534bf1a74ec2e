import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listPlugins } from '#main/engine/plugins/list-plugins.ts';
import { pathProblem } from '#main/plugins/source-files.ts';
import { USER } from '../settings/settings-files.ts';
import { ID, PluginFixture, writeMarketplace } from './sample-marketplace.ts';

const PLUGIN = 'market/plugins/release-notes';
const MANIFEST = `${PLUGIN}/.claude-plugin/plugin.json`;

/** The sample marketplace, added, with something changed in it first. */
async function added(change: (fixture: PluginFixture) => void): Promise<PluginFixture> {
  const fixture = new PluginFixture();
  const market = writeMarketplace(fixture.temp);
  change(fixture);
  await fixture.plugins.addMarketplace(market);
  return fixture;
}

describe('a plugin that changes after it was accepted', () => {
  test.each([
    ['a script', (root: string) => change(join(root, 'scripts/check.sh'), '#!/bin/sh\ncurl evil\n'), ['scripts/check.sh']],
    ['a skill', (root: string) => change(join(root, 'skills/changelog/SKILL.md'), 'Do something else.'), ['skills/changelog/SKILL.md']],
    ['a new file', (root: string) => change(join(root, 'scripts/more.sh'), 'x'), ['scripts/more.sh']],
    ['a file that can be run now', (root: string) => chmodSync(join(root, 'style.md'), 0o755), []],
  ])('is off, and says which file it is: %s', async (_what, edit, changed) => {
    const fixture = new PluginFixture();
    await fixture.switchOn();
    expect(fixture.settings.reload().skills).not.toEqual([]);
    edit(fixture.root());
    expect(fixture.settings.reload()).toMatchObject({
      skills: [],
      agents: [],
      hooks: { entries: [] },
      languageServers: {},
      mcp: { sources: [] },
    });
    expect(fixture.row()).toMatchObject({ state: 'unaccepted', why: 'It has changed since you accepted it.' });
    expect(fixture.row().changedFiles).toEqual(changed);
  });

  test('counts for the next decision already, without anyone reloading', async () => {
    const fixture = new PluginFixture();
    await fixture.switchOn();
    const root = fixture.root();
    fixture.settings.current();
    change(join(root, 'scripts/check.sh'), '#!/bin/sh\ncurl evil\n');
    await new Promise((resolve) => setImmediate(resolve));
    expect(fixture.settings.current().hooks.entries).toEqual([]);
  });

  test('a link among its files makes it unusable', async () => {
    const fixture = new PluginFixture();
    await fixture.switchOn();
    const root = fixture.root();
    symlinkSync('/etc/passwd', join(root, 'scripts', 'link'));
    fixture.settings.reload();
    expect(fixture.row()).toMatchObject({
      state: 'broken',
      why: 'Its installed files were changed: scripts/link isn’t a regular file. Install it again.',
    });
  });

  test('what is accepted is what was shown, or nothing', async () => {
    const fixture = new PluginFixture();
    await fixture.plugins.addMarketplace(writeMarketplace(fixture.temp));
    await fixture.plugins.install(ID);
    const { digest } = fixture.row();
    fixture.temp.write(`${PLUGIN}/hooks/hooks.json`, { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'evil' }] }] } });
    await fixture.plugins.install(ID);
    await expect(fixture.plugins.accept(ID, digest ?? '')).rejects.toThrow('has changed since you looked');
    expect(fixture.settings.reload().plugins.active).toEqual([]);
  });

  test('a damaged record has no plugins', async () => {
    const fixture = new PluginFixture();
    await fixture.switchOn();
    fixture.temp.write('state/plugins/plugins.json', '{"version":1,"plugins":');
    expect(fixture.settings.reload().skills).toEqual([]);
    expect(fixture.row().state).toBe('absent');
  });
});

function change(file: string, text: string): void {
  rmSync(file, { force: true });
  writeFileSync(file, text);
}

describe('a plugin that isn’t installed', () => {
  test.each<[string, (fixture: PluginFixture) => void, string]>([
    [
      'names a file outside',
      ({ temp }) => temp.write(MANIFEST, { name: 'x', commands: ['../../../secret.md'] }),
      'isn’t a path inside its own folder',
    ],
    [
      'names an absolute file',
      ({ temp }) => temp.write(MANIFEST, { name: 'x', hooks: '/etc/hooks.json' }),
      'isn’t a path inside its own folder',
    ],
    [
      'names a file of the home folder',
      ({ temp }) => temp.write(MANIFEST, { name: 'x', agents: '~/agents' }),
      'isn’t a path inside its own folder',
    ],
    [
      'has a manifest of 10 MB',
      ({ temp }) => temp.write(MANIFEST, `{"name":"x","description":"${'a'.repeat(10_000_000)}"}`),
      'is larger than',
    ],
    [
      'has a manifest nested 5 000 deep',
      ({ temp }) => temp.write(MANIFEST, `{"name":${'['.repeat(5000)}${']'.repeat(5000)}}`),
      'nested deeper than',
    ],
    ['has no JSON in its manifest', ({ temp }) => temp.write(MANIFEST, 'name: x'), 'isn’t usable JSON'],
    [
      'has hooks that can’t be read',
      ({ temp }) => temp.write(`${PLUGIN}/hooks/hooks.json`, { hooks: { Stop: [{ hooks: [{ type: 'command' }] }] } }),
      'its hooks can’t be used',
    ],
    [
      'names hooks that aren’t there',
      ({ temp }) => temp.write(MANIFEST, { name: 'x', hooks: './guard.json' }),
      'guard.json: it isn’t there',
    ],
    ['is too large', ({ temp }) => temp.write(`${PLUGIN}/big.bin`, 'x'.repeat(51 * 1024 * 1024)), 'is larger than'],
    [
      'has too many files',
      ({ temp }) => {
        for (let index = 0; index < 2001; index++) temp.write(`${PLUGIN}/f/${index}`, '');
      },
      'at most 2000 are installed',
    ],
    [
      'has two files of one name',
      ({ temp }) => void [temp.write(`${PLUGIN}/a.md`, '1'), temp.write(`${PLUGIN}/A.md`, '2')],
      'the same on some systems',
    ],
    [
      'is a link that leads out',
      ({ temp }) => {
        rmSync(join(temp.root, PLUGIN), { recursive: true });
        mkdirSync(join(temp.root, 'elsewhere'));
        symlinkSync(join(temp.root, 'elsewhere'), join(temp.root, PLUGIN));
      },
      'is a link that leads out of the marketplace',
    ],
  ])('because it %s', async (_what, edit, why) => {
    const fixture = await added(edit);
    await expect(fixture.plugins.install(ID)).rejects.toThrow(why);
    expect(listPlugins(fixture.plugins).plugins).toEqual([]);
    expect(existsSync(join(fixture.temp.stateDir, 'plugins', 'installed'))).toBe(false);
  });

  test('links and devices in its folder are left out, and said to be', async () => {
    const fixture = await added(({ temp }) => {
      symlinkSync('/etc/passwd', join(temp.root, PLUGIN, 'skills', 'secret.md'));
      symlinkSync('..', join(temp.root, PLUGIN, 'up'));
    });
    await fixture.plugins.install(ID);
    expect(fixture.row().notes).toEqual(
      expect.arrayContaining(['Not installed: skills/secret.md: it is a link.', 'Not installed: up: it is a link.']),
    );
  });

  test.each([
    '../x',
    '/x',
    'a/../x',
    '.git/config',
    'a/.GIT/x',
    'git~1/x',
    'a\\b',
    'C:/x',
    'a:b',
    'con',
    'nul.txt',
    'a.',
    'a ',
    'a/\u0007',
    '',
  ])('the path “%s” is never written', (path) => {
    expect(pathProblem(path)).toBeDefined();
  });
});

describe('names', () => {
  test('of two plugins with one name, only the first is on; the other says why', async () => {
    const fixture = new PluginFixture();
    await fixture.switchOn();
    const { temp, plugins, settings } = fixture;
    temp.write('other/.claude-plugin/marketplace.json', { name: 'zoo', plugins: [{ name: 'Release-Notes', source: './p' }] });
    temp.write('other/p/skills/changelog/SKILL.md', 'Something else.');
    await plugins.addMarketplace(join(temp.root, 'other'));
    await plugins.install('Release-Notes@zoo');
    await fixture.accept('Release-Notes@zoo');
    expect(settings.reload().plugins.named).toMatchObject([
      { id: 'Release-Notes@zoo', state: 'on' },
      { id: ID, state: 'broken', why: 'Release-Notes@zoo has the same name, and is turned on too.' },
    ]);
  });

  test('of two servers with one name, neither is used', async () => {
    const fixture = await added(({ temp }) =>
      temp.write(MANIFEST, { name: 'release-notes', mcpServers: { a_b: { command: 'one' }, c: { command: 'c' } } }),
    );
    const { temp, plugins, settings } = fixture;
    await plugins.install(ID);
    await fixture.accept();
    temp.write('other/.claude-plugin/marketplace.json', { name: 'zoo', plugins: [{ name: 'release-notes_a', source: './p' }] });
    temp.write('other/p/.claude-plugin/plugin.json', { name: 'release-notes_a', mcpServers: { b: { command: 'other' } } });
    await plugins.addMarketplace(join(temp.root, 'other'));
    await plugins.install('release-notes_a@zoo');
    await fixture.accept('release-notes_a@zoo');
    const { mcp, problems } = settings.reload();
    expect(mcp.sources.flatMap(({ servers }) => Object.keys(servers))).toEqual(['plugin_release-notes_c']);
    expect(problems.map(({ message }) => message).filter((message) => message.includes('MCP server'))).toEqual([
      expect.stringContaining('“release-notes › a_b” isn’t used'),
      expect.stringContaining('“release-notes_a › b” isn’t used'),
    ]);
  });

  test('its parts can’t have the name of a built-in command, agent type or tool, nor of the person’s own server', async () => {
    const fixture = await added(({ temp }) => {
      temp.write(`${PLUGIN}/commands/compact.md`, 'Mine.');
      temp.write(`${PLUGIN}/agents/explore.md`, '---\nname: Explore\ndescription: Mine.\n---\nMine.\n');
      temp.write(MANIFEST, { name: 'release-notes', mcpServers: { 'a b': { command: 'theirs' } } });
      temp.write('home/.claude.json', { mcpServers: { 'plugin_release-notes_a_b': { command: 'mine' } } });
    });
    await fixture.plugins.install(ID);
    await fixture.accept();
    const { skills, agents, mcp } = fixture.settings.reload();
    expect(skills.every(({ name }) => name.startsWith('release-notes:'))).toBe(true);
    expect(agents.map(({ name }) => name)).toEqual(['release-notes:editor', 'release-notes:Explore']);
    expect(mcp.sources.map(({ scope }) => scope)).toEqual(['user', 'plugin']);
  });

  test('a plugin is called what its marketplace calls it', async () => {
    const fixture = await added(({ temp }) => temp.write(MANIFEST, { name: 'watering' }));
    await fixture.plugins.install(ID);
    await fixture.accept();
    expect(fixture.settings.reload().skills[0]?.name).toBe('release-notes:changelog');
  });

  test('a marketplace that renames itself keeps its old list and says so', async () => {
    const fixture = new PluginFixture();
    await fixture.switchOn();
    fixture.temp.write('market/.claude-plugin/marketplace.json', { name: 'trusted-corp', plugins: [] });
    await expect(fixture.plugins.updateMarketplace('garden')).rejects.toThrow(
      'This marketplace calls itself “trusted-corp” now, and not “garden”.',
    );
    expect(fixture.row().state).toBe('on');
    expect(listPlugins(fixture.plugins).marketplaces).toMatchObject([{ name: 'garden', plugins: 2 }]);
  });

  test('a second marketplace can’t take the name of one that was added', async () => {
    const fixture = new PluginFixture();
    await fixture.switchOn();
    fixture.temp.write('other/.claude-plugin/marketplace.json', { name: 'garden', plugins: [] });
    await expect(fixture.plugins.addMarketplace(join(fixture.temp.root, 'other'))).rejects.toThrow(
      'There is already a marketplace called “garden”',
    );
  });

  test.each(['claude-plugins-official', 'claude-code-marketplace', 'anthropic-tools', 'official-claude-plugins'])(
    'the name “%s” is its maker’s',
    async (name) => {
      const fixture = new PluginFixture();
      fixture.temp.write('market/.claude-plugin/marketplace.json', { name, plugins: [] });
      await expect(fixture.plugins.addMarketplace(join(fixture.temp.root, 'market'))).rejects.toThrow('is reserved');
    },
  );

  test('names in settings that aren’t of the form name@marketplace are reported', () => {
    const fixture = new PluginFixture();
    fixture.temp.write(USER, { enabledPlugins: { '../../x@y': true, lonely: true, '__proto__@x': true, constructor: true } });
    fixture.settings.reload();
    expect(listPlugins(fixture.plugins).plugins.map(({ state }) => state)).toEqual(['broken', 'broken', 'broken', 'broken']);
  });
});
