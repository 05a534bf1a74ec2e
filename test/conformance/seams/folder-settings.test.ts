import { parsedInput } from '#main/host/port.ts';
import { chmodSync, existsSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEngine } from '#main/engine.ts';
import { isBypassAvailable, startMode } from '#main/engine/session/start-mode.ts';
import { ScriptedClient } from '#main/model/scripted-client.ts';
import { countingLayers } from '#main/settings/loaded-settings.ts';
import { loadSettings } from '#main/settings/load-settings.ts';
import { commands, type CommandName } from '#shared/contract/commands.ts';
import { git, tempProject, type TempProject } from '../../unit/settings/temp-project.ts';
import { seamRow } from './seam-rows.ts';

const LOADS = ['trust-001', 'trust-003', 'trust-004', 'trust-005', 'trust-006', 'trust-008', 'trust-009'];

/** The engine on real folders, called like a window. */
function openEngine({ homeDir, stateDir }: TempProject) {
  const engine = createEngine({ host: 'web', homeDir, env: { PATH: process.env['PATH'], HOME: homeDir, GATEHOUSE_HOME: stateDir } });
  return { engine, ask: (command: CommandName, input: unknown) => engine.handle(command, parsedInput(command, input), { windowId: 'w' }) };
}

describe('settings of an untrusted folder', () => {
  it.each(LOADS)('%s: have no effect and are listed', (id) => {
    const row = seamRow(id);
    const temp = tempProject();
    temp.write(`project/${String(row.input['file'])}`, row.input['json']);
    const settings = loadSettings(temp);
    const plain = loadSettings(tempProject());
    expect(settings.trusted).toBe(false);
    expect(settings.rules.filter(({ inert }) => inert === undefined)).toEqual([]);
    const { defaultMode, additionalDirectories, env, model, bypassDisabled, autoDisabled } = plain;
    expect(settings).toMatchObject({ defaultMode, additionalDirectories, env, bypassDisabled, autoDisabled });
    expect(settings.model).toBe(model);
    expect(countingLayers(settings)).toEqual([]);
    expect(settings.untrustedItems).toHaveLength(1);
  });

  it('trust-003: never set the API address, trusted or not', async () => {
    const temp = tempProject();
    temp.write('project/.claude/settings.json', seamRow('trust-003').input['json']);
    const { engine, ask } = openEngine(temp);
    await ask('project.open', { path: temp.projectDir });
    await ask('project.trust', { projectDir: temp.projectDir });
    const { access } = commands['app.state'].output.parse(await ask('app.state', {}));
    expect(access).toMatchObject({ ready: false, baseUrl: null });
    await engine.dispose();
  });
});

it('ipc-020: opening a folder doesn’t trust it and starts nothing in it', async () => {
  const temp = tempProject();
  const marker = join(temp.root, 'ran');
  const program = temp.write('project/run.sh', `#!/bin/sh\ntouch '${marker}'\n`);
  chmodSync(program, 0o755);
  git(temp.projectDir, 'init');
  git(temp.projectDir, 'config', 'core.fsmonitor', program);
  git(temp.projectDir, 'config', 'core.sshCommand', program);
  writeFileSync(join(temp.projectDir, '.git/hooks/post-index-change'), `#!/bin/sh\ntouch '${marker}'\n`, { mode: 0o755 });
  const command = { type: 'command', command: program };
  temp.write('project/.claude/settings.json', {
    hooks: { SessionStart: [{ hooks: [command] }] },
    statusLine: command,
    apiKeyHelper: program,
  });
  temp.write('project/.mcp.json', { mcpServers: { build: { command: program, args: [] } } });
  const { path: system } = seamRow('ipc-020').input['payload'] as { path: string };
  const { engine, ask } = openEngine(temp);
  const opened = commands['project.open'].output.parse(await ask('project.open', { path: temp.projectDir }));
  expect(opened).toMatchObject({ trusted: false });
  await ask('session.create', { projectDir: opened.projectDir });
  await ask('session.list', { projectDir: opened.projectDir });
  const other = commands['project.open'].output.parse(await ask('project.open', { path: system }));
  expect(other).toMatchObject({ trusted: false, projectDir: realpathSync(system) });
  await engine.dispose();
  expect(existsSync(marker)).toBe(false);
});

describe('layer-013: bypass mode disabled by managed settings', () => {
  it('can’t be enabled by another file or the command line', () => {
    const { managed } = seamRow('layer-013').context;
    const temp = tempProject();
    const bypass = { permissions: { defaultMode: 'bypassPermissions' } };
    temp.write('managed/managed-settings.json', { permissions: managed });
    temp.write('home/.claude/settings.json', bypass);
    const settings = loadSettings({ ...temp, cliSettings: { settings: JSON.stringify(bypass) } });
    const env = { IS_SANDBOX: '1' };
    const client = new ScriptedClient({
      script: { model: 'scripted', turns: [{ blocks: [{ type: 'text', text: 'x' }] }] },
      projectDir: '/p',
    });
    expect(settings.bypassDisabled).toBe(true);
    expect(isBypassAvailable(settings, env)).toBe(false);
    expect(startMode(settings, env, client)).toBe('default');
    const free = { ...settings, bypassDisabled: false, defaultMode: 'bypassPermissions' as const };
    expect(startMode(free, env, client)).toBe('bypassPermissions');
  });
});
