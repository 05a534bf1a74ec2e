import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { appRoot } from '#main/app-root.ts';
import type { BenchCall } from './bench-call.ts';
import type { BenchProject } from './bench-project.ts';
import type { Wire } from './wires/wire.ts';

/** A program that talks to a model API and runs the requested calls. */
export interface Program {
  readonly name: string;
  /** The file and its arguments. */
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** What is different for a program that doesn't read `ANTHROPIC_BASE_URL` or names its tools differently. */
  readonly other?: OtherApi;
}

export interface OtherApi {
  readonly wire: Wire;
  /** The environment that leads to the server. */
  readonly env?: (url: string) => Readonly<Record<string, string>>;
  /** Arguments that lead to the server. */
  readonly args?: (url: string) => readonly string[];
  /** The call as the program's own tools take it. */
  readonly call: (call: BenchCall) => BenchCall;
}

/** The SDK and minimal tools in plain JavaScript: the baseline. */
export function bareLoop({ projectDir }: BenchProject): Program {
  return { name: 'bare SDK loop', command: [process.execPath, join(appRoot, 'test/bench/support/bare-loop.mjs'), projectDir], env: {} };
}

/** The built command line, started directly. */
export function gatehouse({ projectDir, root }: BenchProject): Program {
  return {
    name: 'gatehouse run',
    command: [process.execPath, join(appRoot, 'out/cli/gatehouse.js'), 'run', '--project', projectDir, '--prompt', 'go'],
    env: { GATEHOUSE_HOME: join(root, 'state') },
  };
}

/** The published Claude Code: `CLAUDE_BINARY`, or `claude` on the PATH. `undefined` when it isn't installed. */
export function claudeCode({ root }: BenchProject): Program | undefined {
  const binary = process.env['CLAUDE_BINARY'] ?? 'claude';
  const { status, stdout } = spawnSync(binary, ['--version'], {
    encoding: 'utf8',
    env: { ...process.env, HOME: root, DISABLE_AUTOUPDATER: '1' },
  });
  if (status !== 0) return undefined;
  return {
    name: `Claude Code ${stdout.trim().split(' ', 1)[0] ?? ''}`,
    command: [
      binary,
      '-p',
      'go',
      '--permission-mode',
      'bypassPermissions',
      '--allowedTools',
      'Read,Bash,Grep',
      '--model',
      'claude-haiku-4-5',
    ],
    // Claude Code bypasses permissions as root only in a sandbox. Its calls are those of the benchmarks, in their own folder.
    env: { IS_SANDBOX: '1', CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1', DISABLE_TELEMETRY: '1' },
  };
}
