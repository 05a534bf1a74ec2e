import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';

/** Where the report of an agent in the background is kept, absolute; among the results that Read reaches unasked. */
export function agentOutputFile(sessionDir: string, agentId: string): string {
  return join(sessionDir, 'tool-results', `agent-${agentId}.txt`);
}

/**
 * A report that can't be saved is still told: the notification carries its beginning. One that is there already is replaced, not written
 * over: a fork may have the same file under a name of its own.
 */
export function writeAgentOutput(sessionDir: string, agentId: string, text: string): void {
  try {
    mkdirSync(join(sessionDir, 'tool-results'), { recursive: true, mode: 0o700 });
    writeFileAtomic.sync(agentOutputFile(sessionDir, agentId), text, { mode: 0o600, fsync: false });
  } catch {
    // Said above.
  }
}
