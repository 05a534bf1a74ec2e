import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await makeTestEngine();
});
afterAll(() => engine.fixture.remove());

const decide = (command: string) =>
  engine.call('PowerShell', { command }, engine.context({ allow: ['PowerShell'] }, { mode: 'bypassPermissions' }));

describe('PowerShell removals that nothing allows', () => {
  it.each([
    'Remove-Item -Recurse -Force C:\\',
    'rm *',
    'del .\\*',
    'Get-ChildItem; RI -Recurse src/*',
    'Remove-Item src\\*.*',
    'if ($true) { rd C:\\Windows\\System32 -Recurse }',
    "Remove-Item 'C:\\Program Files' -Recurse",
    'Remove-Item -Path:/etc',
    'Remove-Item -Path /usr/',
    'rm ~',
    'rmdir $HOME',
    'Remove-Item "$env:USERPROFILE"',
    'erase a.txt, /',
    "& 'Remove-Item' /",
    'Microsoft.PowerShell.Management\\Remove-Item /home',
  ])('%s', (command) =>
    expect(decide(command)).toMatchObject({ behavior: 'deny', message: expect.stringContaining('removes a system folder') }),
  );

  it.each([
    'Remove-Item a.txt',
    'rm build -Recurse',
    'Remove-Item ./dist/old.js',
    'Get-ChildItem C:\\',
    'rm *.log',
    'Write-Output "rm x"',
    'rm ~/x.txt',
  ])('not: %s', (command) => expect(decide(command).behavior).toBe('allow'));

  it('is decided in time whatever the line contains', () => {
    expect(decide(`rm ${'a:'.repeat(5000)} ${'\\'.repeat(5000)} ${'x,'.repeat(5000)}`).behavior).toBe('allow');
  });
});
