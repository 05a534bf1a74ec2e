import type { GitProcess } from './git-program.ts';

export interface GitLimits {
  readonly timeMs: number;
  readonly outputBytes: number;
}

const DEFAULT_LIMITS: GitLimits = { timeMs: 2000, outputBytes: 1024 * 1024 };

/** Git was ended because it reached a limit. */
export class GitLimitError extends Error {
  readonly limit: keyof GitLimits;

  constructor(limit: keyof GitLimits) {
    super(`git was ended: ${limit === 'timeMs' ? 'it took too long' : 'it printed too much'}`);
    this.name = 'GitLimitError';
    this.limit = limit;
  }
}

/** What a git process prints, as UTF-8. @throws when it fails, takes too long or prints too much. */
export async function gitOutput(child: GitProcess, limits: Partial<GitLimits> = {}, input = ''): Promise<string> {
  return (await gitBytes(child, limits, input)).toString('utf8');
}

/** What a git process prints. @throws as `gitOutput`. */
export async function gitBytes(child: GitProcess, limits: Partial<GitLimits> = {}, input = ''): Promise<Buffer> {
  const { timeMs, outputBytes } = { ...DEFAULT_LIMITS, ...limits };
  let reached: keyof GitLimits | undefined;
  const end = (limit: keyof GitLimits): void => {
    reached ??= limit;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => end('timeMs'), timeMs);
  try {
    const closed = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > outputBytes) end('outputBytes');
      else chunks.push(chunk);
    });
    child.stderr.resume();
    // A process that ends without reading its input reports that by its exit code.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const code = await closed;
    if (code !== 0 && reached !== undefined) throw new GitLimitError(reached);
    if (code !== 0) throw new Error(`git ended with ${code}`);
    return Buffer.concat(chunks);
  } finally {
    clearTimeout(timer);
  }
}
