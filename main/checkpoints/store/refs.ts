import type { Git } from './git.ts';

/** Keeps a checkpoint's tree as long as the session exists. */
export function checkpointRef(sessionId: string, checkpointId: string): string {
  return `refs/checkpoints/${sessionId}/${checkpointId}`;
}

/** The ids of a session’s checkpoints that still exist. */
export async function keptCheckpoints(git: Git, sessionId: string): Promise<ReadonlySet<string>> {
  const refs = await git.run(['for-each-ref', '--format=%(refname)', `refs/checkpoints/${sessionId}`]);
  return new Set(
    refs
      .toString('utf8')
      .split('\n')
      .map((ref) => ref.slice(ref.lastIndexOf('/') + 1)),
  );
}

/** The same checkpoints under another session. */
export async function shareCheckpoints(git: Git, sessionId: string, forkId: string): Promise<void> {
  const lines = await git.run(['for-each-ref', '--format=%(objectname) %(refname)', `refs/checkpoints/${sessionId}`]);
  const input = lines
    .toString('utf8')
    .split('\n')
    .flatMap((line) => {
      const [, object, id] = /^([0-9a-f]{40}) .*\/([^/]+)$/u.exec(line) ?? [];
      return object === undefined || id === undefined ? [] : [`update ${checkpointRef(forkId, id)} ${object}\n`];
    })
    .join('');
  if (input !== '') await git.run(['update-ref', '--stdin'], { input });
}
