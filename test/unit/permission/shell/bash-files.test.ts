import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import { makePermissionContext } from '#main/permission/tool-permission-context.ts';
import { runIsolated, sandboxProblem } from '#test/fuzz/shell/sandbox.ts';
import { COMMANDS, DOCUMENTS, OPERATORS, TARGETS } from './bash-file-blocks.ts';

const FOLDERS = ['project', 'project/sub', 'project/real', 'project/s', 'home'];
const FILES = ['project/a', 'project/b c', 'project/sub/x', 'project/sub/n', 'project/real/x', 'home/h', 'x'];

/** `cat` shows what it reads, but not forever. The names in the root are shown at the end, when no process holds descriptor 18 any more. */
const RUN = `exec 19>&3 3>&-
cat() { local l n=0; while ((n++ < 50)) && IFS= read -r l; do printf '%s\\n' "$l"; printf '%s\\n' "$l" >&19; done < "\${1:-/dev/stdin}"; }
export -f cat
: "$(PATH=/nonexistent /bin/bash --norc -c "$1" 18>&1 0</dev/null 1>/dev/null 2>/dev/null)"
printf '%s\\n' -- /* >&19`;

describe.skipIf(sandboxProblem() !== undefined)('the files that bash opens', () => {
  let engine: PermissionEngine;
  let root: string;
  let project: string;
  beforeAll(async () => {
    engine = await createPermissionEngine();
  });
  beforeEach(() => {
    root = realpathSync(mkdtempSync(path.join(tmpdir(), 'gatehouse-files-')));
    project = path.join(root, 'project');
  });
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  /** Each file holds its own name, which no command prints otherwise. */
  const makeFiles = (): void => {
    rmSync(root, { recursive: true, force: true });
    for (const folder of ['', ...FOLDERS]) {
      mkdirSync(path.join(root, folder), { recursive: true });
      chmodSync(path.join(root, folder), 0o777);
    }
    for (const file of FILES) {
      writeFileSync(path.join(root, file), `in ${path.join(root, file)}\n`);
      chmodSync(path.join(root, file), 0o666);
    }
    symlinkSync('real', path.join(project, 'l'));
  };

  const contents = (): Map<string, string> =>
    new Map(
      readdirSync(root, { withFileTypes: true, recursive: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name))
        .map((file) => [file, readFileSync(file, 'utf8')]),
    );

  const opened = (line: string): { readonly read: readonly string[]; readonly written: readonly string[] } => {
    const before = contents();
    const mounts = ['--bind', root, root, '--chdir', project, '--setenv', 'HOME', path.join(root, 'home'), '--setenv', 'PWD', project];
    const shown = runIsolated(mounts, ['/bin/bash', '--norc', '-c', RUN, 'bash', line]).split('\n');
    const after = contents();
    const inRoot = shown
      .slice(shown.includes('--') ? shown.lastIndexOf('--') + 1 : shown.length)
      .filter((name) => name !== '' && !ROOT.has(name));
    return {
      read: [...before.keys()].filter((file) => shown.includes(`in ${file}`)),
      written: [...inRoot, ...[...after].filter(([file, text]) => before.get(file) !== text).map(([file]) => file)],
    };
  };

  it('are seen', () => {
    makeFiles();
    const at = (file: string): string => path.join(root, file);
    expect(opened('cat < a > n; echo x > "b c" & cat ~/h; : > /z')).toEqual({
      read: [at('home/h'), at('project/a')],
      written: ['/z', at('project/b c'), at('project/n')],
    });
  });

  it('are among those that it says a line reads and writes', () => {
    const redirection = fc.tuple(fc.constantFrom(...OPERATORS), fc.constantFrom(...TARGETS)).map((parts) => parts.join(''));
    const fill = (command: string, redirections: readonly string[], targets: readonly string[]): string => {
      let [at, next] = [0, 0];
      return command
        .replace(/\bR\b/gu, () => redirections[at++ % redirections.length] ?? '')
        .replace(/\bT\b/gu, () => targets[next++ % targets.length] ?? '');
    };
    const parts = fc.tuple(
      fc.oneof(
        {
          weight: 5,
          arbitrary: fc
            .tuple(fc.constantFrom(...COMMANDS), fc.constantFrom('; ', '; ', '\n', ' && ', ' || ', ' | '))
            .map((pair) => pair.join('')),
        },
        { weight: 1, arbitrary: fc.constantFrom(...DOCUMENTS) },
      ),
      fc.array(redirection, { minLength: 1, maxLength: 3 }),
      fc.array(fc.constantFrom(...TARGETS), { minLength: 1, maxLength: 2 }),
    );
    const last = fc.tuple(
      fc.constantFrom('cat R', 'echo x R', 'cat T R'),
      fc.array(redirection, { minLength: 1, maxLength: 2 }),
      fc.array(fc.constantFrom(...TARGETS), { minLength: 1, maxLength: 1 }),
    );
    let compared = 0;
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 3 }), last, (some, end) => {
        const line = [...some, end].map(([command, redirections, targets]) => fill(command, redirections, targets)).join('');
        makeFiles();
        const context = makePermissionContext({
          projectDir: project,
          homeDir: path.join(root, 'home'),
          stateDir: path.join(root, 'home/.gatehouse'),
        });
        const shell = engine.analyse({ toolName: 'Bash', input: { command: line }, cwd: project }, context).shell;
        // What no part of is understood is never taken for anything.
        if (shell === undefined || shell.limits.some(({ opaque }) => opaque) || shell.commands.some(({ opaqueCode }) => opaqueCode)) return;
        compared++;
        const facts = shell.commands.flatMap(({ paths }) => paths).filter(({ access }) => access !== 'mention');
        const writes = facts.filter(({ access }) => access === 'write');
        const { read, written } = opened(line);
        const says = (known: typeof facts, file: string): boolean =>
          known.some((fact) => fact.unresolved || [fact, ...fact.matches].some((one) => one.path === file || one.real === file));
        const about = `${JSON.stringify(line)}: ${JSON.stringify(facts.map((fact) => [fact.access, fact.path]))}`;
        for (const file of written) expect(says(writes, file), `writes ${file}: ${about}`).toBe(true);
        for (const file of read) expect(says(facts, file), `reads ${file}: ${about}`).toBe(true);
      }),
      { numRuns: Number(process.env['FC_RUNS'] ?? 50), seed: Number(process.env['FC_SEED'] ?? 4) },
    );
    expect(compared).toBeGreaterThan(10);
  }, 600_000);
});

const ROOT: ReadonlySet<string> = new Set('bin dev etc lib lib64 mark out proc tmp usr'.split(' ').map((name) => `/${name}`));
