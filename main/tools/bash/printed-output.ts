import { createLogger } from '#main/log/logger.ts';
import { open, stat, writeFile } from 'node:fs/promises';
import type { ToolUseContext } from '#main/tool/tool.ts';
import { makeResultFile } from '#main/tool/result-file.ts';
import type { CommandResult } from '#main/tool/services/tool-services.ts';
import type { ImageBlock } from '#shared/session/content.ts';
import { imageBlock, imageType, isWholeImage, MAX_IMAGE_BYTES } from '#main/tool/image.ts';
import { digestOf, readRegularFile } from '../file-access.ts';
import { absolutePath } from '../input-path.ts';
import { MAX_WHOLE_BYTES } from '../read/read-text.ts';
import { decodeText, toLineFeeds } from '../text-file.ts';

const log = createLogger('tools');

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

/** All of an output of which the model reads a part. */
export interface FullOutput {
  /** Tells the model. */
  readonly where: string;
  readonly bytes: number;
  readonly chars: number | undefined;
  /** Absent where only the terminal's own file has it. */
  readonly savedAs?: string;
}

/** Puts all of it into the file that a call's whole result belongs in (SPEC B1). */
export async function saveFullOutput(result: CommandResult, { session, toolUseId, services }: ToolUseContext): Promise<FullOutput> {
  // Nobody waits any longer for a command that was stopped.
  if (result.aborted) return rawOutput(result);
  try {
    const savedAs = await makeResultFile(session.sessionDir, toolUseId);
    const size = result.truncated ? await services.plainText.saveText(result.outputPath, savedAs) : await saveText(result.output, savedAs);
    return { ...size, savedAs, where: `Full output saved to: ${savedAs}` };
  } catch (error) {
    log.warn('The full output of a command could not be saved', error);
    return rawOutput(result);
  }
}

async function saveText(text: string, file: string) {
  await writeFile(file, text, { mode: 0o600 });
  return { bytes: Buffer.byteLength(text), chars: text.length };
}

async function rawOutput({ output, outputPath }: CommandResult): Promise<FullOutput> {
  // Without the file, the size of what is in memory.
  const size = await stat(outputPath).catch(() => undefined);
  return {
    bytes: size?.size ?? Buffer.byteLength(output),
    chars: undefined,
    where: `Full output, as the terminal got it, is in: ${outputPath}`,
  };
}

/** A quick look at what was printed, as text: magic numbers that aren't valid UTF-8 turn into replacement characters. */
export function startsLikeImage(output: string): boolean {
  return /^(?:\ufffdPNG|\ufffd{3}|GIF8|RIFF)/.test(output);
}

/** An image that a command printed as it is, found by its first bytes and whole; text that merely begins like one stays text. A terminal puts a `\r` before every `\n`: taken out again. */
export async function printedImage(outputPath: string): Promise<ImageBlock | 'too large' | undefined> {
  // No output was kept, so no image either.
  const handle = await open(outputPath, 'r').catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const start = Buffer.alloc(32);
    await handle.read(start, 0, start.length, 0);
    if (imageType(asPrinted(start)) === undefined) return undefined;
    if ((await handle.stat()).size > MAX_IMAGE_BYTES) return 'too large';
    const bytes = asPrinted(await handle.readFile());
    const mediaType = imageType(bytes);
    return mediaType !== undefined && isWholeImage(bytes, mediaType) ? imageBlock(bytes, mediaType) : undefined;
  } finally {
    await handle.close();
  }
}

function asPrinted(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}
