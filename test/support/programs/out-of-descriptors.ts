/**
 * Starts a process of each kind repeatedly while file descriptors run out, each time with one more left. Prints the result of the last
 * attempt of each kind as JSON. The caller sets the descriptor limit.
 */
import { closeSync, openSync } from 'node:fs';
import { gitStatus } from '#main/agent/system-prompt/git-state.ts';
import { Git } from '#main/checkpoints/store/git.ts';
import { TreeWriter } from '#main/checkpoints/store/tree-writer.ts';
import { openInEditor } from '#main/engine/editor/open-in-editor.ts';
import { runCommandHook } from '#main/hooks/command-hook.ts';
import { StdioProcess } from '#main/mcp/connection/stdio-process.ts';
import { readShellEnvironment } from '#main/settings/shell-env.ts';
import { PtyHost } from '#main/terminal/pty/pty-host.ts';
import { GitProgram } from '#main/tool/git/git-program.ts';
import { ripgrep } from '#main/tools/ripgrep.ts';

const SPARE = 8;
const cwd = process.cwd();
const { signal } = new AbortController();
const env = Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
const program = GitProgram.find(env, '/nowhere');
if (!program) throw new Error('git is missing');
const git = new Git(program, cwd);
const shell = '/bin/sh';

const kinds: Readonly<Record<string, () => Promise<unknown>>> = {
  hook: () =>
    runCommandHook({
      handler: { type: 'command', command: 'true' },
      stdin: '',
      cwd,
      projectDir: cwd,
      env,
      mark: 'm',
      timeoutMs: 5000,
      signal,
    }),
  search: () => ripgrep({ binary: '/bin/true', args: [], cwd, root: cwd, signal, separator: '\n', onRecord: () => true }),
  git: () => git.run(['version']),
  tree: async () => new TreeWriter(git).abandon(),
  status: () => gitStatus({ gitDir: cwd, commonDir: cwd, root: cwd }, cwd, env),
  shell: () => readShellEnvironment({ env, shell, askShell: true }),
  server: async () => {
    const processes = { mark: () => ({}), signal: () => Promise.resolve(), endLeftBehind: () => Promise.resolve() };
    const onClose = (): void => undefined;
    const server = new StdioProcess({
      command: '/bin/cat',
      args: [],
      env,
      cwd,
      id: 'a',
      processes,
      onMessage: onClose,
      calls: () => 0,
      onClose,
    });
    try {
      await server.start();
    } finally {
      await server.close();
    }
  },
  terminal: async () => {
    const host = new PtyHost();
    try {
      await (
        await host.spawn({ file: shell, args: ['-c', 'true'], cwd, env, cols: 80, rows: 24 })
      ).exited;
    } finally {
      host.dispose();
    }
  },
  editor: () => openInEditor({ path: 'HEAD', line: 1, column: 1, folders: [cwd], template: ['true'], env }),
};

const ends: Record<string, string> = {};
/** Loads everything before no descriptor is left to load it with. */
for (const [kind, start] of Object.entries(kinds)) ends[kind] = await endOf(start());

const pending: number[] = [];
for (let spare = SPARE; spare >= 0; spare -= 1) {
  for (const [kind, start] of Object.entries(kinds)) {
    exhaust(spare);
    ends[kind] = await endOf(start());
    release();
  }
}
process.stdout.write(JSON.stringify(ends));

function exhaust(spare: number): void {
  try {
    for (;;) pending.push(openSync('/dev/null', 'r'));
  } catch {
    for (const descriptor of pending.splice(0, spare)) closeSync(descriptor);
  }
}

function release(): void {
  for (const descriptor of pending.splice(0)) closeSync(descriptor);
}

async function endOf(work: Promise<unknown>): Promise<string> {
  try {
    const end = await work;
    return `answered ${JSON.stringify(end) ?? ''}`;
  } catch (error) {
    return error instanceof Error ? `threw ${error.message}` : String(error);
  }
}
