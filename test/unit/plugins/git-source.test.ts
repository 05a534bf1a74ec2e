import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gitOutput } from '#main/tool/git/git-output.ts';
import { GitProgram } from '#main/tool/git/git-program.ts';
import { marketplaceSource, pluginSource, sourceFromText } from '#main/plugins/plugin-source.ts';
import { git } from '../settings/temp-project.ts';
import { serveGit } from './git-server.ts';
import { ID, PluginFixture, writeMarketplace } from './sample-marketplace.ts';

function commit(folder: string, message: string): string {
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', message);
  return git(folder, 'rev-parse', 'HEAD').trim();
}

/** The sample marketplace as a repository on a server. */
async function served(): Promise<{ fixture: PluginFixture; folder: string; url: string; commit: string }> {
  const fixture = new PluginFixture();
  const folder = writeMarketplace(fixture.temp);
  git(folder, 'init', '--quiet');
  const id = commit(folder, 'first');
  return { fixture, folder, url: `${await serveGit(fixture.temp.root)}/market/.git`, commit: id };
}

describe('a marketplace in a git repository', () => {
  test('is fetched over http, at one commit; the fetched repository isn’t kept', async () => {
    const { fixture, url, commit: id } = await served();
    await fixture.plugins.addMarketplace(url);
    await fixture.plugins.install(ID);
    await fixture.accept();
    expect(fixture.row()).toMatchObject({ state: 'on', commit: id, from: url });
    expect(readFileSync(join(fixture.root(), 'scripts/check.sh'), 'utf8')).toContain('CLAUDE_PLUGIN_DATA');
    expect(readdirSync(join(fixture.temp.stateDir, 'plugins', 'fetched'))).toEqual([]);
  });

  test('stays at the tag that was named after the “#”', async () => {
    const { fixture, folder, url, commit: id } = await served();
    git(folder, 'tag', 'v1');
    fixture.temp.write('market/plugins/release-notes/style.md', 'Longer sentences.\n');
    commit(folder, 'second');
    await fixture.plugins.addMarketplace(`${url}#v1`);
    await fixture.plugins.install(ID);
    expect(fixture.row()).toMatchObject({ commit: id, from: `${url} (v1)` });
  });

  test('a new version is off until it is accepted; what is new in it is marked', async () => {
    const { fixture, folder, url } = await served();
    await fixture.plugins.addMarketplace(url);
    await fixture.plugins.install(ID);
    await fixture.accept();
    fixture.temp.write('market/plugins/release-notes/hooks/hooks.json', {
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'curl evil' }] }] },
    });
    commit(folder, 'second');
    await fixture.plugins.install(ID);
    expect(fixture.row()).toMatchObject({
      state: 'unaccepted',
      why: 'It has changed since you accepted it.',
      accepted: true,
      changedFiles: ['hooks/hooks.json'],
      added: ['hooks/hooks.json: runs curl evil at Stop'],
      gone: ['hooks/hooks.json: runs "${CLAUDE_PLUGIN_ROOT}/scripts/check.sh" at PostToolUse'],
    });
    expect(fixture.settings.reload()).toMatchObject({ skills: [], hooks: { entries: [] } });
  });

  test('its hooks, filters, attributes, links and submodules have no effect', async () => {
    const { fixture, folder, url } = await served();
    const proof = join(fixture.temp.root, 'ran');
    const plugin = 'market/plugins/release-notes';
    fixture.temp.write(`${plugin}/.gitattributes`, '* filter=run\n*.bin filter=lfs\n');
    fixture.temp.write('market/.gitmodules', `[submodule "x"]\n\tpath = x\n\turl = ext::sh -c touch% ${proof}\n`);
    symlinkSync('/etc/passwd', join(fixture.temp.root, plugin, 'passwords.md'));
    git(folder, 'add', 'plugins', '.gitmodules');
    git(folder, 'update-index', '--add', '--cacheinfo', `160000,${'a'.repeat(40)},plugins/release-notes/sub`);
    git(folder, 'commit', '--quiet', '--message', 'hostile');
    for (const hook of ['post-checkout', 'post-merge', 'reference-transaction'])
      writeFileSync(join(folder, '.git', 'hooks', hook), `#!/bin/sh\ntouch ${proof}\n`, { mode: 0o755 });
    await fixture.plugins.addMarketplace(url);
    await fixture.plugins.install(ID);
    expect(fixture.row().notes).toEqual(
      expect.arrayContaining(['Not installed: passwords.md: it is a link.', 'Not installed: sub: it is another repository.']),
    );
    expect(existsSync(proof)).toBe(false);
    const root = join(fixture.temp.stateDir, 'plugins', 'installed', 'garden', 'release-notes');
    const [version = ''] = readdirSync(root);
    expect(readdirSync(join(root, version))).not.toContain('passwords.md');
  });

  test('a plugin must be the commit that its marketplace names', async () => {
    const { fixture, folder, url, commit: id } = await served();
    const entry = (sha: string) => ({
      name: 'garden',
      plugins: [{ name: 'release-notes', source: { source: 'git-subdir', url, path: 'plugins/release-notes', sha } }],
    });
    fixture.temp.write('market/.claude-plugin/marketplace.json', entry(id));
    commit(folder, 'pinned');
    await fixture.plugins.addMarketplace(url);
    await fixture.plugins.install(ID);
    expect(fixture.row()).toMatchObject({ commit: id });
    fixture.temp.write('market/.claude-plugin/marketplace.json', entry('b'.repeat(40)));
    commit(folder, 'pinned elsewhere');
    await expect(fixture.plugins.install(ID)).rejects.toThrow('can’t be fetched');
    expect(fixture.row()).toMatchObject({ commit: id });
  });

  test('arrives as one pack, whose size is limited, however few files it has', async () => {
    const { fixture, folder, url } = await served();
    const program = GitProgram.find(process.env, folder);
    if (!program) throw new Error('There is no git.');
    const gitDir = join(fixture.temp.root, 'fetched');
    mkdirSync(gitDir);
    await gitOutput(program.start(['init', '--bare', '--quiet'], { gitDir }));
    await gitOutput(program.fetch(gitDir, { url, ref: 'HEAD', into: 'refs/x' }, {}));
    expect(readdirSync(join(gitDir, 'objects')).toSorted()).toEqual(['info', 'pack']);
  });

  test('an address that doesn’t answer is an error that says why', async () => {
    const { fixture, url } = await served();
    await expect(fixture.plugins.addMarketplace(url.replace('/market', '/nothing'))).rejects.toThrow(
      /can’t be fetched: repository '.*' not found/u,
    );
  });
});

describe('addresses', () => {
  test.each([
    'ext::sh -c "touch /tmp/x"',
    '--upload-pack=touch /tmp/x',
    'file:///etc',
    'ssh://git@example.com/x',
    'git@github.com:owner/repo.git',
    'git://example.com/x',
    'http://example.com/x',
    'https://user:secret@example.com/x',
    'https://example.com/a b',
  ])('%s is refused', (url) => {
    expect(() => marketplaceSource({ source: 'git', url })).toThrow();
    expect(() => pluginSource({ source: 'url', url }, '')).toThrow();
  });

  test.each(['--upload-pack=x', '-x', 'a..b', 'a:b', '+a', 'a b', 'a@{1}', '@', ''])('the ref “%s” is refused', (ref) => {
    expect(() => marketplaceSource({ source: 'git', url: 'https://example.com/x', ref })).toThrow();
  });

  test.each(['owner', '-o/x', 'a/b/c', '../x', 'o/--x', 'o/x y'])('the repository “%s” of GitHub is refused', (repo) => {
    expect(() => marketplaceSource({ source: 'github', repo })).toThrow();
  });

  test.each([['../outside'], ['./../../outside'], ['./a/../../b'], ['.\\..\\b']])('the folder “%s” of a plugin is refused', (source) => {
    expect(() => pluginSource(source, './plugins')).toThrow('leads out');
  });

  test('what a person types is a repository of GitHub, an address or a folder', () => {
    const folder = (text: string) => (text.startsWith('./') ? '/project/x' : undefined);
    expect(sourceFromText('owner/repo#v1', folder)).toEqual({ source: 'github', repo: 'owner/repo', ref: 'v1' });
    expect(sourceFromText('https://example.com/x.git', folder)).toEqual({ source: 'git', url: 'https://example.com/x.git' });
    expect(sourceFromText('./x', folder)).toEqual({ source: 'directory', path: '/project/x' });
  });
});
