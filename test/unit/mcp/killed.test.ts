import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { hostile, McpFixture } from '../../support/mcp-fixture.ts';

const PROGRAM = join(import.meta.dirname, '../../support/programs/mcp-until-killed.ts');

/** Processes whose working directory is that folder. */
function runningIn(folder: string): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/u.test(name) && readlinkSync(`/proc/${name}/cwd`) === folder;
    } catch {
      return false;
    }
  });
}

it.runIf(process.platform === 'linux').each([0, 150, 400, 'ready'] as const)(
  'servers of a Gatehouse killed during their start (%s) are ended when the project is opened again',
  async (moment) => {
    const mcpServers = { s: hostile('stubborn'), t: hostile('stubborn') };
    await using next = new McpFixture({});
    const { stateDir, projectDir } = next.project;
    const child = spawn(process.execPath, [PROGRAM, stateDir, projectDir, JSON.stringify({ mcpServers })], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let output = '';
    await new Promise<void>((resolve) => {
      child.stdout.on('data', (chunk) => {
        output += String(chunk);
        if (output.includes(moment === 'ready' ? 'ready' : 'started')) resolve();
      });
    });
    if (moment !== 'ready') await sleep(moment);
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    // These servers outlive the end of their input.
    if (moment === 'ready') expect(runningIn(projectDir)).toHaveLength(2);
    await next.mcp.ready(new AbortController().signal, true);
    // A process may have been between fork and exec during the check.
    for (let attempts = 0; attempts < 1200 && runningIn(projectDir).length > 0; attempts += 1) await sleep(50);
    expect(runningIn(projectDir)).toEqual([]);
  },
);
