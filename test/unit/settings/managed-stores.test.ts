import { describe, expect, test } from 'vitest';
import { loadSettings } from '#main/settings/load-settings.ts';
import { type ManagedStore, platformStores, preferences, registryKey, type RunProgram } from '#main/settings/managed-stores.ts';
import { runProgramNow } from '#main/tool/start-process.ts';
import { brief, MANAGED } from './settings-files.ts';
import { tempProject } from './temp-project.ts';

const policy = (deny: string) => JSON.stringify({ permissions: { deny: [deny] } });
const store = (name: string, text: string | undefined, isUsers = false): ManagedStore => ({
  name,
  isUsers,
  read: () => (text === undefined ? { kind: 'missing' } : { kind: 'text', text }),
});

/** As `reg query` prints it. */
const printed = (value: string, type = 'REG_SZ') =>
  `\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\ClaudeCode\r\n    Settings    ${type}    ${value}\r\n\r\n`;

describe('which managed settings count', () => {
  test.each([
    [['machine'], policy('Edit'), ['policy:deny:0 Write']],
    [[], policy('Edit'), ['policy:deny:0 Edit']],
    [[], undefined, ['policy:deny:0 Bash']],
  ])('stores of the machine %j, a file %s', (machine, file, expected) => {
    const temp = tempProject();
    if (file !== undefined) temp.write(MANAGED, file);
    const managedStores = [
      ...machine.map((name) => store(name, policy('Write'))),
      store('second', undefined),
      store('user', policy('Bash'), true),
    ];
    expect(brief(loadSettings({ ...temp, managedStores }))).toEqual(expected);
  });

  test('one that can’t be read disables allow rules, and another place doesn’t replace it', () => {
    const temp = tempProject();
    temp.write(MANAGED, { permissions: { allow: ['Bash'] } });
    const broken: ManagedStore = { name: 'store', isUsers: false, read: () => ({ kind: 'unreadable', reason: 'It is damaged.' }) };
    const settings = loadSettings({ ...temp, managedStores: [broken] });
    expect(settings.lockdown).toBeDefined();
    expect(settings.rules).toEqual([]);
    expect(settings.problems).toContainEqual({ file: 'store', message: 'It is damaged.' });
  });

  test('one with a mistake keeps what it said before', () => {
    const temp = tempProject();
    let text = policy('Bash');
    const changing: ManagedStore = { name: 'store', isUsers: false, read: () => ({ kind: 'text', text }) };
    const previous = loadSettings({ ...temp, managedStores: [changing] });
    text = '{';
    expect(brief(loadSettings({ ...temp, managedStores: [changing], previous }))).toEqual(['policy:deny:0 Bash']);
  });
});

describe('the Windows registry', () => {
  const read = (exitCode: number | null, stdout = '', problem?: string) =>
    registryKey('HKLM', false, () => ({ exitCode, stdout, ...(problem !== undefined && { problem }) })).read();

  test.each([
    ['a text', 0, printed(policy('Bash')), { kind: 'text', text: policy('Bash') }],
    ['a text with variables', 0, printed('{}', 'REG_EXPAND_SZ'), { kind: 'text', text: '{}' }],
    ['a text of several lines', 0, printed('{\r\n  "model": "x"\r\n}'), { kind: 'text', text: '{\r\n  "model": "x"\r\n}' }],
    ['no value', 1, '', { kind: 'missing' }],
    ['a number', 0, printed('0x1', 'REG_DWORD'), { kind: 'unreadable', reason: 'The value “Settings” is no text.' }],
  ] as const)('with %s', (_what, exitCode, stdout, expected) => expect(read(exitCode, stdout)).toEqual(expected));

  test('that can’t be asked', () => {
    expect(read(null, '', 'it took too long')).toEqual({ kind: 'unreadable', reason: 'The registry can’t be read: it took too long.' });
  });

  test('is asked for the documented keys, by the system’s own program, at most once a minute', () => {
    const calls: string[] = [];
    let now = 0;
    const run: RunProgram = (program, args) => {
      calls.push([program, ...args].join(' '));
      return { exitCode: 1, stdout: '' };
    };
    for (const one of platformStores('win32', run)) one.read();
    expect(calls).toEqual([
      String.raw`C:\Windows\System32\reg.exe query HKLM\SOFTWARE\Policies\ClaudeCode /v Settings`,
      String.raw`C:\Windows\System32\reg.exe query HKCU\SOFTWARE\Policies\ClaudeCode /v Settings`,
    ]);
    const key = registryKey('HKCU', true, run, () => now);
    for (now of [0, 59_999, 60_000]) key.read();
    expect(calls).toHaveLength(4);
  });
});

describe('macOS managed preferences', () => {
  test('are converted by plutil, and again once the file has changed', () => {
    const temp = tempProject();
    const file = temp.write('com.anthropic.claudecode.plist', 'binary');
    const calls: string[] = [];
    const store = preferences(file, (program, args) => {
      calls.push([program, ...args].join(' '));
      return { exitCode: 0, stdout: policy('Bash') };
    });
    expect([store.read(), store.read()]).toEqual([
      { kind: 'text', text: policy('Bash') },
      { kind: 'text', text: policy('Bash') },
    ]);
    expect(calls).toEqual([`/usr/bin/plutil -convert json -o - -- ${file}`]);
    temp.write('com.anthropic.claudecode.plist', 'changed');
    store.read();
    expect(calls).toHaveLength(2);
  });

  test('that plutil rejects are reported; a missing file isn’t', () => {
    const temp = tempProject();
    const file = temp.write('a.plist', 'x');
    const failing: RunProgram = () => ({ exitCode: 1, stdout: '' });
    expect(preferences(file, failing).read()).toMatchObject({ kind: 'unreadable', reason: expect.stringContaining('plutil ended with 1') });
    expect(preferences(`${file}.none`, failing).read()).toEqual({ kind: 'missing' });
  });

  test('are those of the machine, then of the user', () => {
    const [machine, user, ...more] = platformStores('darwin').map(({ name }) => name);
    expect(machine).toBe('/Library/Managed Preferences/com.anthropic.claudecode.plist');
    expect(user).toMatch(/^\/Library\/Managed Preferences\/[^/]+\/com\.anthropic\.claudecode\.plist$/u);
    expect(more).toEqual([]);
    expect(platformStores('linux')).toEqual([]);
  });
});

test('a program of the system has limits', () => {
  const limits = { timeoutMs: 300, maxBytes: 1000 };
  expect(runProgramNow('/bin/sh', ['-c', 'echo out; exit 3'], limits)).toEqual({ exitCode: 3, stdout: 'out\n' });
  expect(runProgramNow('/bin/sh', ['-c', 'sleep 60'], limits).exitCode).toBeNull();
  expect(runProgramNow('/bin/sh', ['-c', 'yes'], limits)).toMatchObject({ exitCode: null, stdout: '' });
  expect(runProgramNow('/no/such/program', [], limits)).toMatchObject({ exitCode: null, problem: expect.stringContaining('ENOENT') });
});
