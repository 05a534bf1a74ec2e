import type { ToolUseContext } from '#main/tool/context.ts';
import { digestOf, readRegularFile } from '../file-access.ts';
import { absolutePath } from '../input-path.ts';
import { MAX_WHOLE_BYTES } from '../read/read-text.ts';
import { decodeText, toLineFeeds } from '../text-file.ts';

/** `cat FILE` of one plainly named file, nothing else. */
const CAT = /^\s*cat\s+(?:"([^"$`\\]+)"|'([^']+)'|([^\s'"$`\\|&;<>()*?[\]{}~#!-][^\s'"$`\\|&;<>()*?[\]{}]*))\s*$/;

/** A file that a command has shown whole counts as read, so that it may be edited. */
export async function noteShownFile(command: string, output: string, context: ToolUseContext): Promise<void> {
  const match = CAT.exec(command);
  const name = match?.[1] ?? match?.[2] ?? match?.[3];
  if (name === undefined) return;
  try {
    const { bytes, realPath, mtimeMs } = await readRegularFile(absolutePath(name, context.cwd), context, MAX_WHOLE_BYTES);
    const { raw, valid } = decodeText(bytes);
    const content = toLineFeeds(raw);
    // Only what really was on the screen: the file may have changed since, or print differently.
    if (!valid || content.trimEnd() !== output.trimEnd()) return;
    context.readFileState.set(realPath, { content, mtimeMs, digest: digestOf(bytes), origin: 'write' });
  } catch {
    // Not a file that can be read: then it hasn't been shown either.
  }
}
