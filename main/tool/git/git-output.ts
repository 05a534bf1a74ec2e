import type { GitProcess } from './git-program.ts';

export interface GitLimits {
  readonly timeMs: number;
  readonly outputBytes: number;
}

const DEFAULT_LIMITS: GitLimits = { timeMs: 2000, outputBytes: 1024 * 1024 };

/** What a git process prints, as UTF-8. @throws when it fails, takes too long or prints too much. */
export async function gitOutput(child: GitProcess, limits: Partial<GitLimits> = {}, input = ''): Promise<string> {
  return (await gitBytes(child, limits, input)).toString('utf8');
}

/** What a git process prints. @throws as `gitOutput`. */
export async function gitBytes(child: GitProcess, limits: Partial<GitLimits> = {}, input = ''): Promise<Buffer> {
  const { timeMs, outputBytes } = { ...DEFAULT_LIMITS, ...limits };
  const timer = setTimeout(() => child.kill('SIGKILL'), timeMs);
  try {
    const closed = new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    });
    const chunks: Buffer[] = [];
    let bytes = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > outputBytes) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    child.stderr.resume();
    // A process that ends without reading its input reports that by its exit code.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
    const code = await closed;
    if (code !== 0) throw new Error(`git ended with ${code}`);
    return Buffer.concat(chunks);
  } finally {
    clearTimeout(timer);
  }
}
