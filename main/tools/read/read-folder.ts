import { lstat, opendir } from 'node:fs/promises';
import path from 'node:path';
import type { ToolResult, ToolUseContext } from '#main/tool/tool.ts';
import { assertDecided, DENIED_BY_RULE } from '../file-access.ts';
import type { ReadDetails, ReadOutput } from './read-output.ts';

/** Maximum number of names listed; the rest is counted. */
const MAX_LISTED = 1000;
/** Maximum number of names examined. */
const MAX_ENTRIES = 100_000;

/** The names in a folder, A–Z, folders with a slash at the end. Omits what rules deny. */
export async function readFolder(folder: string, context: ToolUseContext): Promise<ToolResult<ReadOutput, ReadDetails>> {
  const realPath = assertDecided(folder, context);
  if (!context.services.mayRead(realPath)) throw new Error(DENIED_BY_RULE);
  const before = await lstat(realPath);
  const names: string[] = [];
  let entries = 0;
  const opened = await opendir(realPath);
  for await (const entry of opened) {
    entries += 1;
    if (entries > MAX_ENTRIES || context.abortController.signal.aborted) break;
    if (context.services.mayRead(path.join(realPath, entry.name))) names.push(entry.isDirectory() ? `${entry.name}/` : entry.name);
  }
  const after = await lstat(realPath);
  // The folder may have been replaced by a link meanwhile.
  if (after.dev !== before.dev || after.ino !== before.ino || assertDecided(folder, context) !== realPath)
    throw new Error(`${folder} changed while it was read. Try again.`);
  const listed = names.toSorted().slice(0, MAX_LISTED);
  const file = { filePath: folder, content: listed.join('\n'), numLines: listed.length, startLine: 1, totalLines: names.length };
  return { data: { type: 'text', file }, details: { folder: { entries: names.length, isComplete: entries <= MAX_ENTRIES } } };
}
