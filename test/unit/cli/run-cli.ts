import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { builtCli } from '../../../scripts/lib/test-app.mjs';

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** The lines of `stream-json`. */
  readonly lines: readonly Record<string, unknown>[];
}

/** Looked for once: it isn't built again while tests run. */
let program: Promise<string> | undefined;

/** The built command line. */
export function cliProgram(): Promise<string> {
  return (program ??= builtCli());
}

/** A temporary home and project, and the built command line run in them. */
export class CliFixture implements Disposable {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-cli-')));
  readonly projectDir = join(this.root, 'project');
  /** File size limit for programs started from now on. */
  maxFileBytes: number | undefined;

  constructor(files: Readonly<Record<string, string>> = {}) {
    mkdirSync(this.projectDir);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(this.projectDir, path)), { recursive: true });
      writeFileSync(join(this.projectDir, path), text);
    }
  }

  /** `onOutput` gets standard output as it grows and may signal the process. */
  async run(
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
    onOutput?: (stdout: string, kill: (signal: NodeJS.Signals) => void) => void,
  ): Promise<CliResult> {
    // `maxFileBytes` simulates a full disk with a file size limit.
    const limit = this.maxFileBytes === undefined ? '' : `ulimit -f ${Math.floor(this.maxFileBytes / 1024)}; `;
    const line = [process.execPath, await cliProgram(), ...args];
    const [command = '', ...rest] = limit === '' ? line : ['bash', '-c', `${limit}exec "$@"`, 'bash', ...line];
    const child = spawn(command, rest, {
      cwd: this.root,
      env: {
        PATH: process.env['PATH'],
        HOME: this.root,
        GATEHOUSE_HOME: join(this.root, 'state'),
        SHLVL: '1',
        LANG: 'C.UTF-8',
        // Compiled code is kept for the next start.
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.stdout.on('data', (chunk: Buffer) => {
      stdout += chunk.toString();
      onOutput?.(stdout, (signal) => child.kill(signal));
    });
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, stdout, stderr, lines: stdout.trimStart().startsWith('{') ? parseLines(stdout) : [] }));
    });
  }

  [Symbol.dispose](): void {
    rmSync(this.root, { recursive: true, force: true, maxRetries: 3 });
  }
}

function parseLines(stdout: string): Record<string, unknown>[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line): Record<string, unknown> => JSON.parse(line));
}
