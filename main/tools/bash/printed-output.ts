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

/** `cat` of a single file, whose name has no special characters. */
const CAT = /^\s*cat\s+(?:"([^"$`\\]+)"|'([^']+)'|([^\s'"$`\\|&;<>()*?[\]{}~#!-][^\s'"$`\\|&;<>()*?[\]{}]*))\s*$/;

/** A file that a command has printed completely counts as read, so it may be edited. */
export async function noteShownFile(command: string, output: string, context: ToolUseContext): Promise<void> {
  const match = CAT.exec(command);
  const name = match?.[1] ?? match?.[2] ?? match?.[3];
  if (name === undefined) return;
  try {
    const { bytes, realPath, mtimeMs } = await readRegularFile(absolutePath(name, context.cwd), context, MAX_WHOLE_BYTES);
    const { raw, valid } = decodeText(bytes);
    const content = toLineFeeds(raw);
    // Only if the output equals the file: it may have changed since, or have been printed differently.
    if (!valid || content.trimEnd() !== output.trimEnd()) return;
    context.readFileState.set(realPath, { content, mtimeMs, digest: digestOf(bytes), origin: 'write' });
  } catch {
    // A file that can't be read wasn't printed.
  }
}

/** A whole output, of which the model gets only a part. */
export interface FullOutput {
  /** Where the output is, as a text for the model. */
  readonly where: string;
  readonly bytes: number;
  readonly chars: number | undefined;
  /** Absent if only the terminal's own file contains it. */
  readonly savedAs?: string;
}

/** Saves the whole output to the file for the call's complete result (SPEC B1). */
export async function saveFullOutput(result: CommandResult, { session, toolUseId, services }: ToolUseContext): Promise<FullOutput> {
  // The result of a stopped command should not wait for a copy.
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
  // If the file is missing, the size of the output in memory counts.
  const size = await stat(outputPath).catch(() => undefined);
  return {
    bytes: size?.size ?? Buffer.byteLength(output),
    chars: undefined,
    where: `Full output, as the terminal got it, is in: ${outputPath}`,
  };
}

/** A quick check of the output as text, where magic numbers that aren't valid UTF-8 appear as replacement characters. */
export function startsLikeImage(output: string): boolean {
  return /^(?:\ufffdPNG|\ufffd{3}|GIF8|RIFF)/.test(output);
}

/**
 * The image that a command printed, if its output is a complete image file; text that only begins like one isn't. Removes the `\r` that a
 * terminal puts before each `\n`.
 */
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
