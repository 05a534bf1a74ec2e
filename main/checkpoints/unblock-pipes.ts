import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findUnlistableRepositories } from './unlistable-repositories.ts';

/** Git seldom takes longer, and waits for no pipe then. */
const PATIENCE_MS = 500;
const EVERY_MS = 20;
/** What git opens on its way through folders, a repository's own included, whatever lies there. */
const OPENED = new Set(['.gitignore', 'HEAD']);

/**
 * Has git list folders in which a pipe may bear the name of a file it reads. Git would wait for somebody to write to it; so when it takes
 * long, such pipes are looked for and opened for writing, which lets it go on and read nothing. Where that is no help, the signal for it
 * is aborted: a repository inside says that its data lie at a pipe, which may be anybody's.
 */
export async function withPipesUnblocked(
  projectDir: string,
  root: string,
  signal: AbortSignal | undefined,
  list: (signal: AbortSignal | undefined) => Promise<void>,
): Promise<void> {
  if (process.platform === 'win32') return list(signal);
  const done = new AbortController();
  const hopeless = new AbortController();
  const help = async (): Promise<void> => {
    await sleep(PATIENCE_MS, undefined, { signal: done.signal });
    if ((await findUnlistableRepositories(projectDir, done.signal)).length > 0) hopeless.abort();
    else await unblockPipes([projectDir, ...foldersAbove(projectDir, root)], done.signal);
  };
  const helping = help().catch(() => undefined);
  try {
    await list(AbortSignal.any([hopeless.signal, ...(signal ? [signal] : [])]));
  } finally {
    done.abort();
    await helping;
  }
}

async function unblockPipes([projectDir, ...above]: readonly [string, ...string[]], signal: AbortSignal): Promise<void> {
  const pipes: string[] = [];
  const look = async (): Promise<void> => {
    for (const dir of above) {
      const file = join(dir, '.gitignore');
      if (await isPipe(file)) pipes.push(file);
    }
    const folders = [projectDir];
    for (const dir of folders) {
      if (signal.aborted) return;
      for (const entry of await readdir(dir, { withFileTypes: true }).catch(() => [])) {
        if (entry.isDirectory()) folders.push(join(dir, entry.name));
        else if (entry.isFIFO() && OPENED.has(entry.name)) pipes.push(join(dir, entry.name));
      }
    }
  };
  const open = async (): Promise<void> => {
    for (;;) {
      for (const pipe of pipes) await openForWriting(pipe);
      await sleep(EVERY_MS, undefined, { signal });
    }
  };
  await Promise.all([look(), open()]);
}

/** Fails, and changes nothing, where nobody waits to read. */
async function openForWriting(pipe: string): Promise<void> {
  try {
    await (await open(pipe, constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW)).close();
  } catch {
    // Nobody waits for it, or it isn't ours to write to.
  }
}

async function isPipe(path: string): Promise<boolean> {
  return lstat(path).then(
    (stat) => stat.isFIFO(),
    () => false,
  );
}

function foldersAbove(dir: string, root: string): string[] {
  const above: string[] = [];
  for (let at = dir; at !== root && dirname(at) !== at; above.push(at)) at = dirname(at);
  return above;
}
