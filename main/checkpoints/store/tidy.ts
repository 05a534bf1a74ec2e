import { createLogger } from '#main/log/logger.ts';
import { access, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { existsSync, readdirSync } from 'node:fs';
import lockfile from 'proper-lockfile';
import { GitProgram } from '#main/tool/git/git-program.ts';
import type { Git } from './git.ts';
import { openStoreFolder } from './store-folder.ts';

const log = createLogger('checkpoints');

/** Approximate limit on the disk space of one project's checkpoints: it is checked from time to time. */
export const MAX_STORE_BYTES = 2 * 1024 ** 3;
/** Limits on loose objects and packs, above which they are packed. */
const MAX_OBJECT_FILES = 4000;
const MAX_PACKS = 50;
/** The oldest checkpoints are removed, one part in this many at a time. */
const SHARE_DROPPED = 4;
const MAX_ROUNDS = 4;
/** Objects that another process is writing have no ref yet. */
const UNKEPT_FOR = '2.hours.ago';
const DAY_MS = 24 * 60 * 60 * 1000;
/** If the last run was longer ago, in days, nothing is removed because of its age alone. */
const MAX_GAP_DAYS = 14;
/** Its time says when the store was last tidied. */
const STAMP_FILE = 'tidied';

/** How long a project's checkpoints are kept. */
export interface RetentionPolicy {
  /** The project's existing sessions. Called after the checkpoints are listed, so that a session that starts meanwhile keeps its own. */
  readonly sessions: () => ReadonlySet<string>;
  /** Days after which a checkpoint is removed even if its session stays (`cleanupPeriodDays`). */
  readonly days: number;
}

export interface TidyOptions extends RetentionPolicy {
  readonly git: Git;
  readonly storeDir: string;
  readonly now: number;
  readonly maxBytes?: number | undefined;
  /** Also when it was done less than a day ago. */
  readonly force?: boolean | undefined;
}

/**
 * Removes checkpoints without a session, old ones, and the oldest beyond the size limit, then the objects that only they used. Git does the
 * work in its own processes; one process of Gatehouse at a time, once a day. Never rejects: it is tried again another day.
 */
export async function tidy(options: TidyOptions): Promise<void> {
  const stamp = join(options.storeDir, STAMP_FILE);
  // No stamp yet.
  const last = await stat(stamp).catch(() => undefined);
  const gap = last ? options.now - last.mtimeMs : 0;
  if (!options.force && last && gap >= 0 && gap < DAY_MS) return;
  let release: () => Promise<void>;
  try {
    release = await lockfile.lock(options.storeDir, { stale: 60_000, retries: 0, onCompromised: () => undefined });
  } catch {
    // Another process is doing it.
    return;
  }
  try {
    // After a clock jump everything seems old: age counts only if the last run was at most some days ago.
    await tidyLocked(options, gap >= 0 && gap < MAX_GAP_DAYS * DAY_MS);
    await writeFile(stamp, '', { mode: 0o600 });
  } catch (error) {
    // Nothing depends on it.
    log.debug('Old checkpoints could not be removed', error);
  } finally {
    // A lock that can't be released goes stale.
    await release().catch(() => undefined);
  }
}

async function tidyLocked(
  { git, storeDir, sessions, days, now, maxBytes = MAX_STORE_BYTES }: TidyOptions,
  ageCounts: boolean,
): Promise<void> {
  const refs = await listRefs(git);
  const there = sessions();
  const outdated = refs.filter(({ sessionId, at }) => !there.has(sessionId) || (ageCounts && at < now - days * DAY_MS));
  await dropRefs(git, outdated);
  await dropCrashReports(storeDir);
  let left = refs.filter((ref) => !outdated.includes(ref));
  let size = await measure(storeDir);
  if (outdated.length > 0 || size.files > MAX_OBJECT_FILES || size.packs > MAX_PACKS) {
    await pack(git);
    size = await measure(storeDir);
  }
  for (let round = 0; size.bytes > maxBytes && left.length > 1 && round < MAX_ROUNDS; round += 1) {
    const count = Math.ceil(left.length / SHARE_DROPPED);
    await dropRefs(git, left.slice(0, count));
    left = left.slice(count);
    await pack(git);
    size = await measure(storeDir);
  }
}

interface KeptRef {
  readonly name: string;
  readonly sessionId: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** The oldest first. */
async function listRefs(git: Git): Promise<KeptRef[]> {
  const args = ['for-each-ref', '--sort=committerdate', '--format=%(committerdate:unix) %(refname)', 'refs/checkpoints'];
  const lines = (await git.run(args)).toString('utf8').split('\n');
  return lines.flatMap((line) => {
    const [, seconds, name, sessionId] = /^(\d+) (refs\/checkpoints\/([^/]+)\/.+)$/u.exec(line) ?? [];
    return seconds === undefined || name === undefined || sessionId === undefined ? [] : [{ name, sessionId, at: Number(seconds) * 1000 }];
  });
}

/** Removes all checkpoints of one session; their content is removed with the next tidying. */
export async function dropCheckpointsOf(git: Git, sessionId: string): Promise<void> {
  const refs = await listRefs(git);
  await dropRefs(
    git,
    refs.filter((ref) => ref.sessionId === sessionId),
  );
}

async function dropRefs(git: Git, refs: readonly KeptRef[]): Promise<void> {
  if (refs.length > 0) await git.run(['update-ref', '--stdin'], { input: refs.map(({ name }) => `delete ${name}\n`).join('') });
}

/** Git writes one for each aborted import and never removes it. */
async function dropCrashReports(storeDir: string): Promise<void> {
  for (const name of await readdir(storeDir)) {
    if (name.startsWith('fast_import_crash_')) await rm(join(storeDir, name), { force: true });
  }
}

async function pack(git: Git): Promise<void> {
  await git.run(['repack', '-A', '-d', '-q', `--unpack-unreachable=${UNKEPT_FOR}`]);
  await git.run(['prune', `--expire=${UNKEPT_FOR}`]);
  await git.run(['pack-refs', '--all', '--prune']);
}

/** Files and bytes of the objects, as far as they can be counted while others write. */
export async function measure(storeDir: string): Promise<{ bytes: number; files: number; packs: number }> {
  const objects = join(storeDir, 'objects');
  const names = await readdir(objects, { recursive: true });
  const size = { bytes: 0, files: 0, packs: 0 };
  for (const name of names) {
    // Removed by git meanwhile.
    const found = await stat(join(objects, name)).catch(() => undefined);
    if (!found?.isFile()) continue;
    size.bytes += found.size;
    size.files += 1;
    if (name.endsWith('.pack')) size.packs += 1;
  }
  return size;
}

/**
 * Removes all checkpoints of a project without sessions. Another process may start a session meanwhile: the checkpoints of a session that
 * exists once they are listed stay, and so does the store. Never rejects: it is tried again with the project's next session.
 */
export async function tidyAbandoned(storeDir: string, sessionsDir: string, env: NodeJS.ProcessEnv): Promise<void> {
  try {
    await access(storeDir);
    const program = GitProgram.find(env, storeDir);
    if (program === undefined) return;
    const { git } = await openStoreFolder(program, storeDir);
    await tidy({ git, storeDir, sessions: () => sessionsIn(sessionsDir), days: Infinity, now: Date.now() });
  } catch {
    // No store, or none that can be opened.
  }
}

/** Empty if the folder is gone. @throws the system's error when it can't be read. */
function sessionsIn(dir: string): ReadonlySet<string> {
  return existsSync(dir) ? new Set(readdirSync(dir)) : new Set();
}
