import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';

/** Absolute path of a background agent's report, in the folder of results that Read may open without asking. */
export function agentOutputFile(sessionDir: string, agentId: string): string {
  return join(sessionDir, 'tool-results', `agent-${agentId}.txt`);
}

/**
 * Never throws: if the report can't be saved, the notification still carries its start. An existing file is replaced, not overwritten in
 * place: a forked session may hold a hard link to it.
 */
export function writeAgentOutput(sessionDir: string, agentId: string, text: string): void {
  try {
    mkdirSync(join(sessionDir, 'tool-results'), { recursive: true, mode: 0o700 });
    writeFileAtomic.sync(agentOutputFile(sessionDir, agentId), text, { mode: 0o600, fsync: false });
  } catch {
    // See the docstring.
  }
}
