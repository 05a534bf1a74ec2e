import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findPowerShell, powerShellLine } from '#main/tools/powershell/find-powershell.ts';
import { createPowerShellTool } from '#main/tools/powershell/powershell-tool.ts';
import { SessionFixture } from '../session-fixture.ts';

let session: SessionFixture;
beforeEach(() => {
  session = new SessionFixture();
});
afterEach(() => session.dispose());

/** A stand-in for `pwsh`, which the test machine lacks: it prints its options, the script it was given and fails if that says so. */
function standIn(): string {
  const folder = path.join(session.root, "it's a bin");
  mkdirSync(folder);
  const file = path.join(folder, 'pwsh');
  const decode = `Buffer.from(process.argv.at(-1), 'base64').toString('utf16le')`;
  writeFileSync(
    file,
    `#!${process.execPath}\nconst script = ${decode}; console.log(process.argv.slice(2, -1).join(' ')); console.log(script.split('\\n').slice(1).join('\\n')); process.exit(script.includes('throw') ? 1 : 0);\n`,
  );
  chmodSync(file, 0o755);
  return folder;
}

const message = { messageId: 'm', requestId: 'r', blocks: [] };
const toolWith = (env: Record<string, string>) =>
  createPowerShellTool({ projectDir: session.project, isReadOnlyCommand: () => false, env: () => env });

describe('PowerShell', () => {
  it('runs the script as it was written, whatever it contains', async () => {
    const tool = toolWith({ PATH: standIn(), CLAUDE_CODE_USE_POWERSHELL_TOOL: '1' });
    expect(tool.isEnabled()).toBe(true);
    const command = `Write-Output "it's $HOME; \`$(id)" | Out-String # ü\n$x = 'a'`;
    const { data, details, isError } = await tool.call({ command }, session.context, () => Promise.resolve(true), message);
    expect(data.stdout).toBe(`-NoLogo -NoProfile -NonInteractive -EncodedCommand\n${command}`);
    expect([isError, details.exitCode]).toEqual([false, 0]);
    expect(tool.outputSchema?.safeParse(data).success).toBe(true);
  });

  it('reports the exit code', async () => {
    const tool = toolWith({ PATH: standIn(), CLAUDE_CODE_USE_POWERSHELL_TOOL: '1' });
    const { data, details, isError } = await tool.call({ command: 'throw 1' }, session.context, () => Promise.resolve(true), message);
    expect(isError).toBe(true);
    expect(tool.mapToolResultToToolResultBlockParam(data, 't', details)).toMatchObject({
      is_error: true,
      content: expect.stringMatching(/^Exit code 1\n/),
    });
  });

  it('gives no reason to run its calls without asking or in parallel', () => {
    const tool = toolWith({});
    const input = { command: 'Get-ChildItem' };
    expect([tool.isReadOnly(input), tool.isConcurrencySafe(input), tool.isDestructive(input)]).toEqual([false, false, true]);
    expect(tool.abortsSiblings).toBe(true);
  });

  it.each([
    ['', 'empty'],
    ['a\0b', 'null'],
    ['x'.repeat(10_001), 'longer than 10 000'],
  ])('refuses %j', async (command, why) => {
    expect(await toolWith({}).validateInput?.({ command }, session.context)).toMatchObject({
      ok: false,
      message: expect.stringContaining(why),
    });
  });
});

describe('where PowerShell is offered', () => {
  const found = (name: string) => `/bin/${name}`;
  it.each([
    ['linux', {}, undefined],
    ['linux', { CLAUDE_CODE_USE_POWERSHELL_TOOL: '1' }, '/bin/pwsh'],
    ['darwin', { CLAUDE_CODE_USE_POWERSHELL_TOOL: '0' }, undefined],
    ['win32', {}, '/bin/pwsh.exe'],
    ['win32', { CLAUDE_CODE_USE_POWERSHELL_TOOL: '0' }, undefined],
  ] as const)('%s with %j: %s', (platform, env, expected) => {
    expect(findPowerShell(env, '/project', platform, found)).toBe(expected);
  });

  it('falls back to the PowerShell that comes with Windows, and is not offered without any', () => {
    const only = (one: string) => (name: string) => (name === one ? `C:\\${name}` : undefined);
    expect(findPowerShell({}, '/project', 'win32', only('powershell.exe'))).toBe('C:\\powershell.exe');
    expect(findPowerShell({}, '/project', 'win32', only('zsh'))).toBeUndefined();
    expect(findPowerShell({ CLAUDE_CODE_USE_POWERSHELL_TOOL: '1', PATH: '' }, session.project)).toBeUndefined();
  });
});

it('gives bash one quoted program and text without special characters', () => {
  expect(powerShellLine("/it's/pwsh", "'; id #")).toMatch(
    /^'\/it'\\''s\/pwsh' -NoLogo -NoProfile -NonInteractive -EncodedCommand [\w+/=]+$/u,
  );
});
