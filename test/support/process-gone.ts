import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';

/** Waits until a process has exited, whether or not its parent has reaped it. */
export async function gone(pid: number): Promise<void> {
  expect(pid).toBeGreaterThan(1);
  for (let attempt = 0; runs(pid) && attempt < 3000; attempt += 1) await sleep(20);
  expect(runs(pid)).toBe(false);
}

function runs(pid: number): boolean {
  try {
    return !/^State:\s+Z/mu.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
