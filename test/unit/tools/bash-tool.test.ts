import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makePermissionContext } from '#main/permission/tool-permission-context.ts';
import type { OnProgress } from '#main/tool/tool.ts';
import { commandTimeout, isMovable } from '#main/tools/bash/command-limits.ts';
import { createBashTool } from '#main/tools/bash/bash-tool.ts';
import { exitMeaning } from '#main/tools/bash/exit-meaning.ts';
import { SessionFixture } from './session-fixture.ts';

let session: SessionFixture;
beforeEach(() => {
  session = new SessionFixture();
});
afterEach(() => session.dispose());

const bash = (command: string, more: Record<string, unknown> = {}, onProgress?: OnProgress): ReturnType<SessionFixture['call']> =>
  session.call('Bash', { command, ...more }, onProgress);

it.each([
  [{}, 30_000],
  [{ BASH_MAX_OUTPUT_LENGTH: '50000' }, 50_000],
  [{ BASH_MAX_OUTPUT_LENGTH: '1000000' }, 150_000],
  [{ BASH_MAX_OUTPUT_LENGTH: '0' }, 30_000],
  [{ BASH_MAX_OUTPUT_LENGTH: 'much' }, 30_000],
])('with %j, the model reads outputs of %i characters whole, failures too', (env, chars) => {
  const tool = createBashTool({ projectDir: session.project, isReadOnlyCommand: () => false, env: () => env });
  expect(tool.maxResultSizeChars).toBe(chars);
});

it('a failure within BASH_MAX_OUTPUT_LENGTH is read whole', async () => {
  const env = () => ({ BASH_MAX_OUTPUT_LENGTH: '50000' });
  const tool = createBashTool({ projectDir: session.project, isReadOnlyCommand: () => false, env });
  const message = { messageId: 'm', requestId: 'r', blocks: [] };
  const failed = async (command: string) => {
    const { data, details } = await tool.call({ command }, session.context, () => Promise.resolve(true), message);
    return tool.mapToolResultToToolResultBlockParam(data, 'toolu_1', details).content;
  };
  expect(await failed('seq 1 9000; exit 1')).toHaveLength('Exit code 1\n'.length + 43_892);
  expect(await failed('seq 1 12000; exit 1')).toContain('<persisted-output>');
});

describe('Bash: working directory', () => {
  it('is always the project’s when CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR is set', async () => {
    mkdirSync(path.join(session.project, 'sub'));
    const inProject = createBashTool({
      projectDir: session.project,
      isReadOnlyCommand: () => false,
      env: () => ({ CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR: '1' }),
    });
    const run = async (command: string) => {
      const message = { messageId: 'm', requestId: 'r', blocks: [] };
      const { data, details, contextModifier } = await inProject.call({ command }, session.context, () => Promise.resolve(true), message);
      if (contextModifier) session.context = contextModifier(session.context);
      return inProject.mapToolResultToToolResultBlockParam(data, 'toolu_1', details).content;
    };
    expect(await run('cd sub')).toBe(`(Bash completed with no output)\nShell cwd was reset to ${session.project}`);
    expect(await run('pwd')).toBe(session.project);
  });

  beforeEach(() => {
    mkdirSync(path.join(session.project, 'src/deep'), { recursive: true });
  });

  it('persists within the project', async () => {
    await bash('cd src');
    expect((await bash('pwd')).text).toBe(path.join(session.project, 'src'));
    await bash('cd deep && false');
    expect((await bash('pwd')).text).toBe(path.join(session.project, 'src/deep'));
    expect((await bash('cd ../.. && pwd')).text).toBe(session.project);
  });

  it('variables and functions do not persist', async () => {
    await bash('export A=1; f() { echo f; }');
    expect((await bash('echo "[$A]"; type f 2>/dev/null || echo none')).text).toBe('[]\nnone');
  });

  it('is reset when it leaves the project, and the result says so', async () => {
    await bash('cd src');
    expect((await bash(`cd ${session.outside}`)).text).toBe(`(Bash completed with no output)\nShell cwd was reset to ${session.project}`);
    expect((await bash('pwd')).text).toBe(session.project);
    expect((await bash('cd /; exit 4')).text).toBe(`Exit code 4\nShell cwd was reset to ${session.project}`);
  });

  it('is reset when a link leads out', async () => {
    expect((await bash(`ln -s ${session.outside} link; cd link`)).text).toContain('Shell cwd was reset to');
  });

  it('may be an additional directory', async () => {
    session.state = {
      ...session.state,
      permission: makePermissionContext({
        projectDir: session.project,
        homeDir: session.root,
        stateDir: session.sessionDir,
        additionalWorkingDirectories: [session.outside],
      }),
    };
    expect((await bash(`cd ${session.outside}`)).text).toBe('(Bash completed with no output)');
    expect(session.context.cwd).toBe(session.outside);
  });

  it('never persists for a sub-agent', async () => {
    session.context = { ...session.context, agent: { depth: 1, agentId: 'a' } };
    expect((await bash('cd src')).text).toBe('(Bash completed with no output)');
    expect((await bash('cd /')).text).toBe('(Bash completed with no output)');
    expect(session.context.cwd).toBe(session.project);
  });

  it('a command is not run elsewhere when its folder was deleted', async () => {
    await bash('cd src/deep');
    rmSync(path.join(session.project, 'src'), { recursive: true });
    const { text, isError } = await bash('touch here');
    expect(isError).toBe(true);
    expect(text).toMatch(/no longer exists; the command was not run\.\nShell cwd was reset to .*\/project$/);
    expect((await bash('ls; pwd')).text).toBe(session.project);
  });
});

describe('Bash: a shown file counts as read', () => {
  it.each([
    ['cat f.txt', true],
    ['  cat "f.txt"  ', true],
    ["cat 'f.txt'", true],
    ['cat ./f.txt', true],
    ['head -1 f.txt', false],
    ['cat f.txt g.txt', false],
    ['cat f.txt | head -1', false],
    ['cat -n f.txt', false],
    ['echo f.txt', false],
    ['cat f.txt; echo more >> f.txt', false],
  ])('%s: %s', async (command, counts) => {
    const file = session.write('f.txt', 'one\ntwo\n');
    session.write('g.txt', 'g\n');
    await bash(command);
    const edited = await session.call('Edit', { file_path: 'f.txt', old_string: 'one', new_string: 'ONE' });
    expect(edited.isError).toBe(!counts);
    expect(readFileSync(file, 'utf8').startsWith(counts ? 'ONE' : 'one')).toBe(true);
  });
});

describe('Bash: properties', () => {
  it('runs in parallel exactly when the facts say read-only', () => {
    session.readOnlyCommands.add('ls');
    const tool = session.tool('Bash');
    expect([
      tool.isReadOnly({ command: 'ls' }),
      tool.isConcurrencySafe({ command: 'ls' }),
      tool.interruptBehavior({ command: 'ls' }),
    ]).toEqual([true, true, 'cancel']);
    expect([
      tool.isReadOnly({ command: 'rm x' }),
      tool.isConcurrencySafe({ command: 'rm x' }),
      tool.interruptBehavior({ command: 'rm x' }),
    ]).toEqual([false, false, 'block']);
  });

  it('shows the command and how it ended', async () => {
    const { result } = await bash('exit 3');
    const tool = session.tool('Bash');
    const input = { command: 'exit 3\necho', description: 'Fail' };
    expect(tool.present({ stage: 'result', input, output: result?.data, details: result?.details })).toEqual({
      kind: 'command',
      title: 'Run',
      summary: 'exit 3 ⏎ echo',
      outcome: 'exit code 3',
      detail: { type: 'command', command: 'exit 3\necho', description: 'Fail' },
    });
  });
});

describe('exit code 1', () => {
  it.each([
    ['grep x f', true],
    ['/usr/bin/grep x f', true],
    ['LC_ALL=C grep x f', true],
    ['git diff --exit-code', true],
    ['git grep x', true],
    ['git status', false],
    ['cat f | grep x', true],
    ['grep x f | head', false],
    ['grep "a && b" f', true],
    ["grep 'x; y' f", true],
    ['cd src && grep x f', true],
    ['make && grep x f', false],
    ['make; grep x f', true],
    ['make || grep x f', true],
    ['test -f x && grep y x', true],
    ['[ -f x ]', true],
    ['find . -name x\n', true],
    ['echo grep', false],
    ['npm test', false],
    ['', false],
  ])('%s is not an error: %s', (command, benign) => {
    expect(exitMeaning(command, 1) !== undefined).toBe(benign);
    expect(exitMeaning(command, 2)).toBeUndefined();
    expect(exitMeaning(command, null)).toBeUndefined();
  });
});

describe('timeout', () => {
  it.each([
    [undefined, {}, 120_000],
    [5000, {}, 5000],
    [10_000_000, {}, 600_000],
    [0, {}, 120_000],
    [-5, {}, 120_000],
    [undefined, { BASH_DEFAULT_TIMEOUT_MS: '300000' }, 300_000],
    [1_000_000, { BASH_MAX_TIMEOUT_MS: '900000' }, 900_000],
    [undefined, { BASH_DEFAULT_TIMEOUT_MS: '700000' }, 700_000],
    [800_000, { BASH_DEFAULT_TIMEOUT_MS: '700000' }, 700_000],
    [undefined, { BASH_DEFAULT_TIMEOUT_MS: 'soon' }, 120_000],
  ])('requested %s with %j: %i', (asked, env, expected) => {
    expect(commandTimeout(asked, env)).toBe(expected);
  });
});

describe('Bash: running in the background', () => {
  it.each([
    [{}, true],
    [{ CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '0' }, true],
    [{ CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1' }, false],
  ])('with %j it is available: %s', async (env, expected) => {
    const tool = createBashTool({ projectDir: session.project, isReadOnlyCommand: () => false, env: () => env });
    const input = tool.inputSchema.parse({ command: 'sleep 1', run_in_background: true });
    expect((await tool.validateInput?.(input, session.context))?.ok).toBe(expected);
  });

  it.each([
    ['npm test', true],
    ['sleep 500', false],
    ['git fetch --all', false],
    ['cd x && git rebase main', false],
    ['./sleepwalk', true],
  ])('%s may be moved to the background: %s', (command, expected) => {
    expect(isMovable(command)).toBe(expected);
  });
});
