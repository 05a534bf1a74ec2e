import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { modulesDir, root } from './paths.mjs';
import { runQuietly } from './run.mjs';
import { say } from './say.mjs';

const FLAGS = [
  '--ignore-scripts',
  '--include=dev',
  '--include=optional',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
  '--fetch-retries=5',
  '--fetch-retry-factor=3',
  '--fetch-retry-mintimeout=2000',
];
const NETWORK_FAILED = /\b(EAI_AGAIN|ENOTFOUND|ECONN\w+|E\w*TIMEDOUT|E\w*TIMEOUT|ERR_SOCKET_TIMEOUT|EINTEGRITY|EPIPE|E429|E5\d\d)\b/;
const MARKER = path.join(modulesDir, '.gatehouse-lock');

/** What node_modules must have been installed from. */
function wanted() {
  const lock = readFileSync(path.join(root, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}`;
}

/** Fast when nothing changed; otherwise compares package by package, so that a plain `npm install` counts too. */
export function isInstalled() {
  if (!existsSync(modulesDir)) return false;
  const want = wanted();
  if (existsSync(MARKER) && readFileSync(MARKER, 'utf8') === want) return true;
  if (!matchesLockfile()) return false;
  writeFileSync(MARKER, want);
  return true;
}

function matchesLockfile() {
  const hidden = path.join(modulesDir, '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const locked = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  const installed = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  return Object.entries(locked).every(([name, entry]) => {
    if (name === '') return true;
    const there = installed[name];
    if (!there) return entry.optional === true && !fitsPlatform(entry);
    return there.version === entry.version && there.integrity === entry.integrity && existsSync(path.join(root, name));
  });
}

/**
 * An optional package that names its platform is installed exactly where it fits. Those for another C library can't be distinguished here,
 * and those without a platform belong to one that has it; both may be missing.
 */
function fitsPlatform({ os, cpu, libc }) {
  return os !== undefined && libc === undefined && listAllows(os, process.platform) && listAllows(cpu, process.arch);
}

function listAllows(list, value) {
  const names = [list ?? []].flat();
  return names.length === 0 || names.includes(value) || names.some((name) => name.startsWith('!') && name !== `!${value}`);
}

/**
 * `npm ci` without install scripts (no package here needs one) and with development dependencies whatever NODE_ENV says. On Windows a
 * running program can't be deleted, and this may be the pinned Node itself, so there `npm install` repairs in place.
 */
export async function install() {
  const action = process.platform === 'win32' && existsSync(modulesDir) ? ['install', '--no-save'] : ['ci'];
  const npm = npmCommand();
  const run = (words) => runQuietly(npm.file, [...npm.args, ...words, ...FLAGS], { cwd: root, shell: npm.shell });
  const result = await runNpm(run, action, { isWhole: matchesLockfile });
  if (result.code !== 0)
    throw new Error(`${result.output.trim()}\nInstalling the packages failed. Check the network and run the command again.`);
  writeFileSync(MARKER, wanted());
}

/**
 * Runs npm, and retries once after a temporary network failure: npm itself retries when a server doesn't answer, but not after a
 * DNS failure or a corrupted download, and it silently drops an optional package that it could not fetch.
 * @param {(args: readonly string[]) => Promise<{ code: number, output: string }>} run
 */
export async function runNpm(run, action, { isWhole, pauseMs = 5000 }) {
  let args = action;
  for (let isLast = false; ; isLast = true) {
    let result = await run(args);
    // Some npm versions count an optional package of another platform as missing from the lockfile.
    if (result.code !== 0 && /EUSAGE/.test(result.output)) result = await run((args = ['install', '--no-save']));
    const isDone = result.code === 0 ? isWhole() : !NETWORK_FAILED.test(result.output);
    if (isDone || isLast) return result;
    say(`npm could not reach the registry. Trying again in ${pauseMs / 1000} s…`);
    await sleep(pauseMs);
  }
}

/** The npm that started us, run by the Node that runs npm: never by a Node inside the folder it is about to replace. */
function npmCommand() {
  const script = process.env.npm_execpath;
  if (script && /npm-cli\.[cm]?js$/.test(script))
    return { file: process.env.npm_node_execpath ?? process.execPath, args: [script], shell: false };
  return process.platform === 'win32' ? { file: 'npm.cmd', args: [], shell: true } : { file: 'npm', args: [], shell: false };
}
