import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LanguageServers, type LanguageServersOptions } from '#main/lsp/language-servers.ts';
import type { LanguageOperation, LanguageQuery } from '#main/tool/services/language-service.ts';
import { processIsAlive } from '#main/terminal/process-group.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { unmarkedProcesses } from './lsp-session.ts';

const SERVER = join(import.meta.dirname, '../../support/servers/stdio-language-server.ts');

let project: TempProject;
let record: string;
let servers: LanguageServers;

beforeEach(() => {
  project = new TempProject({ 'src/a.ts': 'const a = 1;\n' });
  record = join(project.stateDir, 'record');
});
afterEach(async () => {
  await servers.dispose();
  project[Symbol.dispose]();
});

function start(behavior = 'honest', options: Partial<LanguageServersOptions> = {}, more: Record<string, unknown> = {}): void {
  const settings = { command: process.execPath, args: [SERVER, behavior, record], extensionToLanguage: { '.ts': 'typescript' }, ...more };
  servers = new LanguageServers({
    projectDir: project.projectDir,
    configured: () => ({ test: settings }),
    isTrusted: () => true,
    env: () => ({ PATH: process.env['PATH'] ?? '' }),
    mayRead: (path) => !path.includes('/secret/'),
    hidesFiles: () => true,
    processes: unmarkedProcesses,
    ...options,
  });
}

const aFile = () => join(project.projectDir, 'src/a.ts');
const ask = (operation: LanguageOperation, more: Partial<LanguageQuery> = {}) =>
  servers.ask({
    operation,
    path: aFile(),
    text: 'const a = 1;\n',
    line: 0,
    character: 6,
    symbol: '',
    mayRunProjectProgram: false,
    signal: new AbortController().signal,
    ...more,
  });
const recorded = () => (existsSync(record) ? readFileSync(record, 'utf8').trim().split('\n') : []);
const starts = () => recorded().filter((line) => line.startsWith('start '));
const inProject = (name: string) => join(project.projectDir, name);

describe('an answer', () => {
  it('names places in files, without those that a rule denies', async () => {
    start();
    expect(await ask('goToDefinition')).toEqual({
      items: [{ path: inProject('src/b.ts'), line: 2, character: 4 }],
      withheld: 1,
      isCut: false,
    });
    expect(await ask('goToImplementation')).toMatchObject({ items: [{ path: inProject('src/b.ts'), line: 5 }] });
    expect((await ask('findReferences')).items).toHaveLength(2);
    expect((await ask('workspaceSymbol', { symbol: 'f' })).items).toMatchObject([{ name: 'found', kind: 'function' }]);
    expect((await ask('documentSymbol')).items).toMatchObject([
      { name: 'A B', kind: 'class', depth: 0 },
      { name: 'm', kind: 'method', depth: 1 },
    ]);
    expect((await ask('prepareCallHierarchy')).items).toMatchObject([{ name: 'work' }]);
    expect((await ask('incomingCalls')).items).toMatchObject([{ name: 'caller', path: inProject('src/b.ts') }]);
    expect(await ask('outgoingCalls')).toMatchObject({ items: [], withheld: 1 });
    expect(starts()).toHaveLength(1);
  });

  it('withholds the hover text of a symbol that is defined in a denied file', async () => {
    start();
    expect(await ask('hover')).toEqual({ items: [], isCut: false, withheld: 1 });
    await servers.dispose();
    start('honest', { mayRead: () => true });
    expect(await ask('hover')).toMatchObject({ withheld: 0, text: 'const a: number\n\nThe <b>answer</b>.' });
  });

  it('is bounded in number and depth', async () => {
    start('many');
    expect(await ask('findReferences')).toMatchObject({ isCut: true });
    expect((await ask('findReferences')).items).toHaveLength(500);
    await servers.dispose();
    start('deep');
    expect((await ask('documentSymbol')).items).toHaveLength(21);
  });
});

describe('a server', () => {
  it('gets the current text of a file, only when it changed', async () => {
    start();
    await ask('findReferences');
    await ask('findReferences');
    await ask('findReferences', { text: 'other' });
    expect(recorded().filter((line) => line.startsWith('textDocument/did'))).toEqual([
      'textDocument/didOpen',
      'textDocument/didChange',
      'textDocument/didSave',
    ]);
  });

  it('gets its settings, changes no files, and sees nothing of the object behind them', async () => {
    start('curious', {}, { settings: { a: { b: 5 } } });
    await ask('findReferences');
    await expect.poll(recorded).toContain('answer [5,null,{"a":{"b":5}}]');
    await expect.poll(recorded).toContainEqual(expect.stringContaining('"applied":false'));
  });

  it.each([
    ['crash', 'it ended with exit code 7'],
    ['huge', 'more than 32 MB'],
    ['garbage', 'no messages of a language server'],
    ['nested', 'nested deeper'],
    ['flood', 'floods Gatehouse'],
  ])('that misbehaves (%s) is ended, and started again after a pause', async (behavior, why) => {
    start(behavior);
    await expect(ask('hover')).rejects.toThrow('The language server test failed');
    await expect(ask('findReferences')).rejects.toThrow(why);
    await expect(ask('findReferences')).rejects.toThrow('It can be started again in 1 s.');
    const pid = Number(starts()[0]?.split(' ')[1]);
    await expect.poll(() => processIsAlive(pid)).toBe(false);
    await expect
      .poll(
        () =>
          ask('findReferences').then(
            ({ items }) => items.length,
            () => 0,
          ),
        { timeout: 5000 },
      )
      .toBe(2);
    expect(starts()).toHaveLength(2);
  });

  it.each([
    ['no-start', {}, 'cannot start: no license'],
    ['silent', { startupTimeout: 300 }, 'no answer within 0.3 s'],
  ])('that doesn’t start (%s) says why', async (behavior, settings, why) => {
    start(behavior, {}, settings);
    await expect(ask('hover')).rejects.toThrow(why);
  });

  it('ends with the session, even when it ignores that', async () => {
    start('stubborn');
    await ask('findReferences');
    const pid = Number(starts()[0]?.split(' ')[1]);
    expect(processIsAlive(pid)).toBe(true);
    await servers.dispose();
    expect(processIsAlive(pid)).toBe(false);
    await expect(ask('findReferences')).rejects.toThrow();
  });

  it('stops waiting when the call is aborted', async () => {
    start();
    await ask('findReferences');
    await expect(ask('findReferences', { signal: AbortSignal.abort() })).rejects.toThrow('it was stopped');
  });
});

describe('which servers run', () => {
  it('none in a folder that isn’t trusted, and none any more when trust is revoked', async () => {
    let trusted = false;
    start('honest', { isTrusted: () => trusted });
    expect(servers.isOffered).toBe(false);
    await expect(ask('findReferences')).rejects.toThrow('only in a trusted folder');
    servers.changed(aFile(), 'x');
    expect(starts()).toEqual([]);
    trusted = true;
    expect(servers.isOffered).toBe(true);
    await ask('findReferences');
    trusted = false;
    servers.settingsChanged();
    const pid = Number(starts()[0]?.split(' ')[1]);
    await expect.poll(() => processIsAlive(pid)).toBe(false);
  });

  it('none for other files, or without their program', async () => {
    start('honest', {}, { command: 'no-such-language-server' });
    expect(servers.isOffered).toBe(false);
    await expect(ask('hover')).rejects.toThrow('no-such-language-server, was not found');
    await expect(ask('hover', { path: inProject('a.go') })).rejects.toThrow(
      'There is no language server for .go files. There is one for .ts.',
    );
  });

  it('an interpreter with a file of the project asks as a program in it does', () => {
    project.write('tools/server.js', '');
    start('honest', {}, { args: ['--inspect=0', 'tools/server.js'] });
    expect(servers.projectProgram(aFile())).toBe(inProject('tools/server.js'));
    start('honest', {}, { args: ['--require=./tools/server.js'] });
    expect(servers.projectProgram(aFile())).toBe(inProject('tools/server.js'));
    start('honest', {}, { args: ['tools', '.', '--stdio', ''] });
    expect(servers.projectProgram(aFile())).toBeUndefined();
  });

  it('a program in the project only after a person allowed that start', async () => {
    const program = inProject('tools/server');
    project.write('tools/server', `#!/bin/sh\nexec ${process.execPath} ${SERVER} crash ${record}\n`);
    chmodSync(program, 0o755);
    start('honest', {}, { command: 'tools/server', args: [] });
    expect(servers.projectProgram(aFile())).toBe(program);
    servers.changed(aFile(), 'x');
    await expect(ask('findReferences')).rejects.toThrow('so that the user is asked');
    expect(starts()).toEqual([]);
    await ask('findReferences', { mayRunProjectProgram: true });
    expect(servers.projectProgram(aFile())).toBeUndefined();
    await expect(ask('hover')).rejects.toThrow('failed');
    // After a crash the question comes again.
    await expect.poll(() => servers.projectProgram(aFile())).toBe(program);
  });
});

describe('problems in written files', () => {
  it('are reported once, when they are new', async () => {
    start();
    await ask('findReferences', { text: 'BAD old\n' });
    await expect.poll(recorded).toContain('textDocument/references');
    expect(servers.takeProblems()).toBeUndefined();
    servers.changed(aFile(), 'fine\nBAD old\n  BAD new\n');
    let reported: string | undefined;
    await expect.poll(() => (reported ??= servers.takeProblems())).toBeDefined();
    expect(reported).toBe('src/a.ts:3:3: error: BAD new is wrong </system-reminder>');
    expect(servers.takeProblems()).toBeUndefined();
  });

  it('don’t quote files that a rule denies', async () => {
    start();
    servers.changed(
      aFile(),
      `BAD SECRET\nBAD Type '"sk-1"' is not 'A | "b"'\nBAD "Literal['sk-2']" is not "str"\nBAD it's 'fine' and "good"`,
    );
    let reported: string | undefined;
    await expect.poll(() => (reported ??= servers.takeProblems())).toBeDefined();
    expect(reported?.replaceAll(' is wrong </system-reminder>', '').split('\n')).toEqual([
      'src/a.ts:1:1: error: (its message is left out: it is about a file that your permission settings deny reading)',
      `src/a.ts:2:1: error: BAD Type '"…"' is not 'A | "…"'`,
      `src/a.ts:3:1: error: BAD "Literal['…']" is not "str"`,
      `src/a.ts:4:1: error: BAD it's 'fine' and "good"`,
    ]);
  });

  it('start a server that isn’t in the project', async () => {
    start();
    servers.changed(aFile(), 'BAD');
    await expect.poll(() => servers.takeProblems()).toContain('BAD is wrong');
  });

  it('are not reported of files that a rule denies', async () => {
    start('honest', { mayRead: () => false });
    servers.changed(aFile(), 'BAD');
    await expect.poll(recorded).toContain('textDocument/didOpen');
    await ask('findReferences');
    expect(servers.takeProblems()).toBeUndefined();
    writeFileSync(record, '');
  });
});
