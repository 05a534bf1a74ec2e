import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ImportApprovals } from '#main/settings/import-approvals.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer, type RequestBody } from '#test/support/messages-server.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { EngineWindow } from './engine-window.ts';

const DONE = { blocks: [text('Done.')] };
const promptOf = (body: RequestBody | undefined) => JSON.stringify(body?.system ?? []);

function withNotes(files: Readonly<Record<string, string>> = { 'CLAUDE.md': 'See @../shared.md\n' }) {
  const made = new TempProject(files);
  const target = join(made.root, 'shared.md');
  writeFileSync(target, 'Shared advice.');
  return { made, target, importer: made.path('CLAUDE.md') };
}

describe('a file outside the repository that an instruction file includes', () => {
  it('is named in the conversation, and read in sessions after a person has looked at it and allowed it', async () => {
    const { made, target, importer } = withNotes();
    using temp = made;
    await using server = await MessagesServer.start(DONE, DONE);
    await using window = new EngineWindow(temp, server);
    await window.begin('Begin.');
    const { items } = await window.turnEnded();
    expect(JSON.stringify(items)).toContain(`includes ${target}, which isn’t read`);
    expect(promptOf(server.requests[0]?.body)).not.toContain('Shared advice.');

    const { projectDir } = temp;
    const about = { projectDir, importer, target };
    const waiting = (await window.ask('settings.setUp', { projectDir })).items.filter(({ includes }) => includes);
    expect(waiting).toMatchObject([{ name: target, state: 'waiting', includes: { importer, target } }]);
    const shown = await window.ask('settings.readInclude', about);
    expect(shown.text).toBe('Shared advice.');

    writeFileSync(target, 'Other advice.');
    await expect(window.ask('settings.allowInclude', { ...about, digest: shown.digest })).rejects.toThrow('has changed');
    const { digest } = await window.ask('settings.readInclude', about);
    const after = await window.ask('settings.allowInclude', { ...about, digest });
    expect(after.items.filter(({ name }) => name === target)).toMatchObject([{ state: 'works' }]);
    await window.begin('Again.');
    await window.turnEnded();
    expect(promptOf(server.requests.at(-1)?.body)).toContain('Other advice.');

    await window.ask('project.revokeTrust', { projectDir });
    expect(new ImportApprovals(temp.stateDir).isAllowed({ importer, target })).toBe(false);
  });

  it('can’t be read through the window unless it waits', async () => {
    const { made, importer } = withNotes();
    using temp = made;
    await using server = await MessagesServer.start(DONE);
    await using window = new EngineWindow(temp, server);
    await window.begin('Begin.');
    await expect(window.ask('settings.readInclude', { projectDir: temp.projectDir, importer, target: '/etc/passwd' })).rejects.toThrow(
      'no longer waits',
    );
  });

  it('is reported for a nested instruction file once such a file was read', async () => {
    const { made, target } = withNotes({ 'CLAUDE.md': 'Root.', 'sub/CLAUDE.md': 'See @../../shared.md', 'sub/a.txt': 'x' });
    using temp = made;
    await using server = await MessagesServer.start({ blocks: [toolUse('r', 'Read', { file_path: temp.path('sub/a.txt') })] }, DONE);
    await using window = new EngineWindow(temp, server);
    await window.begin('Begin.');
    expect(JSON.stringify((await window.turnEnded()).items)).toContain(`includes ${target}`);
    const { items } = await window.ask('settings.setUp', { projectDir: temp.projectDir });
    expect(items.filter(({ includes }) => includes).map(({ name }) => name)).toEqual([target]);
  });
});

describe('what was allowed', () => {
  it('is bound to both files, and a damaged list allows nothing', async () => {
    using temp = new TempProject();
    const approvals = new ImportApprovals(temp.stateDir);
    await approvals.allow({ importer: '/p/CLAUDE.md', target: '/a.md' });
    const allows = (importer: string, target: string) => new ImportApprovals(temp.stateDir).isAllowed({ importer, target });
    expect([allows('/p/CLAUDE.md', '/a.md'), allows('/p/other.md', '/a.md'), allows('/p/CLAUDE.md', '/b.md')]).toEqual([
      true,
      false,
      false,
    ]);
    writeFileSync(join(temp.stateDir, 'imports.json'), '{"version": 1, "allowed": [3]}');
    expect(allows('/p/CLAUDE.md', '/a.md')).toBe(false);
  });

  it('doesn’t hold for a file that became a link to another', async () => {
    const { made, target, importer } = withNotes();
    using temp = made;
    await new ImportApprovals(temp.stateDir).allow({ importer, target });
    writeFileSync(join(temp.root, 'secret.md'), 'Secret.');
    rmSync(target);
    symlinkSync(join(temp.root, 'secret.md'), target);
    await using server = await MessagesServer.start(DONE);
    await using window = new EngineWindow(temp, server);
    await window.begin('Begin.');
    await window.turnEnded();
    expect(promptOf(server.requests[0]?.body)).not.toContain('Secret.');
  });
});
