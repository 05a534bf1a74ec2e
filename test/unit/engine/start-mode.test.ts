import { parsedInput } from '#main/host/port.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createEngine } from '#main/engine.ts';
import { autoRefusal } from '#main/engine/session/start-mode.ts';
import { AnthropicClient } from '#main/model/anthropic-client.ts';
import type { ModelClient } from '#main/model/client.ts';
import { ScriptedClient } from '#main/model/scripted-client.ts';
import { commands, type CommandName } from '#shared/contract/commands.ts';
import { TempProject } from '#test/support/temp-project.ts';

const anthropic = (access: { apiKey?: string; authToken?: string; baseUrl?: string }): ModelClient =>
  new AnthropicClient({ access: () => ({ apiKey: undefined, authToken: undefined, baseUrl: undefined, ...access }), env: {} });
const scripted = (classifier?: []): ModelClient =>
  new ScriptedClient({
    script: { model: 'scripted', turns: [{ blocks: [{ type: 'text', text: 'x' }] }], ...(classifier && { classifier }) },
    projectDir: '/p',
  });

it.each<[string, ModelClient, boolean, RegExp | undefined]>([
  ['a key', anthropic({ apiKey: 'k' }), false, undefined],
  ['a token', anthropic({ authToken: 't' }), false, undefined],
  ['a custom server', anthropic({ baseUrl: 'http://localhost:1' }), false, undefined],
  ['nothing', anthropic({}), false, /key or a server/u],
  ['a key and settings that disable it', anthropic({ apiKey: 'k' }), true, /settings/u],
  ['a script with answers', scripted([]), false, undefined],
  ['a script without', scripted(), false, /script/u],
])('auto mode with %s', (_name, client, autoDisabled, why) => {
  const refusal = autoRefusal({ autoDisabled }, client);
  if (why) expect(refusal).toMatch(why);
  else expect(refusal).toBe(undefined);
});

describe('in a window', () => {
  it('a session reports whether auto mode is available, and rejects it otherwise', async () => {
    using temp = new TempProject();
    const { stateDir, homeDir, projectDir } = temp;
    const engine = createEngine({ host: 'web', homeDir, env: { PATH: process.env['PATH'], HOME: homeDir, GATEHOUSE_HOME: stateDir } });
    const window = { windowId: 'w' };
    const ask = (command: CommandName, input: unknown) => engine.handle(command, parsedInput(command, input), window);
    const project = commands['project.open'].output.parse(await ask('project.open', { path: projectDir }));
    const { sessionId } = commands['session.create'].output.parse(await ask('session.create', { projectDir: project.projectDir }));
    expect(await ask('session.modes', { sessionId })).toMatchObject({
      unavailable: [{ mode: 'auto', why: expect.stringContaining('key') }],
    });
    await expect(ask('session.setMode', { sessionId, mode: 'auto' })).rejects.toThrow(/Auto mode isn’t available/u);

    await ask('app.setAccess', { baseUrl: 'http://127.0.0.1:9' });
    expect(await ask('session.modes', { sessionId })).toEqual({ unavailable: [] });
    await ask('session.setMode', { sessionId, mode: 'auto' });

    mkdirSync(join(homeDir, '.claude'), { recursive: true });
    writeFileSync(join(homeDir, '.claude/settings.json'), '{"disableAutoMode":"disable"}');
    // Files are checked once per turn of the event loop.
    await setImmediate();
    expect(await ask('session.modes', { sessionId })).toMatchObject({
      unavailable: [{ mode: 'auto', why: expect.stringContaining('settings') }],
    });
    await engine.dispose();
  });
});
