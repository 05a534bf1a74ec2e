import { spawn } from 'node:child_process';
import os from 'node:os';

const FORWARDED = process.platform === 'win32' ? ['SIGINT', 'SIGTERM', 'SIGBREAK'] : ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];

/**
 * Runs a program in place of this one: same streams, signals forwarded, same exit code. `onStdout` receives standard output, which is still
 * passed through.
 */
export function runInPlace(file, args, { cwd, env = process.env, onStdout } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { cwd, env, stdio: ['inherit', onStdout ? 'pipe' : 'inherit', 'inherit'], windowsHide: true });
    const forward = forwarder(child);
    for (const signal of FORWARDED) process.on(signal, forward);
    if (onStdout) {
      child.stdout.on('data', (chunk) => {
        process.stdout.write(chunk);
        onStdout(String(chunk));
      });
    }
    child.on('error', reject);
    child.on('close', (code, signal) => {
      for (const name of FORWARDED) process.off(name, forward);
      resolve(code ?? 128 + (os.constants.signals[signal] ?? 0));
    });
  });
}

/**
 * Ctrl+C in a terminal also reaches the child directly, and npm may forward the same signal again. A program that treats a second signal as
 * "immediately" must not get one key press as two.
 */
function forwarder(child) {
  const isInTerminal = [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY);
  // For each signal separately: another may come in between, and two sent together may arrive in any order.
  const lastAt = new Map();
  return (signal) => {
    const now = performance.now();
    const isEcho = now - (lastAt.get(signal) ?? -Infinity) < 1000;
    lastAt.set(signal, now);
    if (!isEcho && !(isInTerminal && (signal === 'SIGINT' || signal === 'SIGQUIT'))) child.kill(signal);
  };
}

/**
 * Runs a program without showing it; its whole output is in the answer, for when it failed. Never rejects.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeoutMs?: number, shell?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string, timedOut: boolean }>}
 */
export function runQuietly(file, args, { cwd, env = process.env, timeoutMs, shell = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(file, args, { cwd, env, shell, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true });
    let output = '';
    let timedOut = false;
    const collect = (chunk) => {
      output = (output + chunk).slice(-200_000);
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => ((timedOut = true), child.kill('SIGKILL')), timeoutMs);
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => {
      clearTimeout(timer);
      resolve({ code: -1, output: error.message, timedOut });
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? -1, output, timedOut });
    });
  });
}
