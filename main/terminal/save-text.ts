import { createReadStream } from 'node:fs';
import { link, open, rm, stat, type FileHandle } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PlainTextService, SavedText } from '#main/tool/services.ts';
import { PlainText } from './plain-text.ts';

/** To make text of more takes seconds, and nobody reads all of it. Bytes. */
const MAX_RAW_BYTES = 16 * 1024 ** 2;
/** Of the raw output, what is looked at in one go: a few milliseconds' work at most. Bytes. */
const PIECE = 16 * 1024;
/** Written together. Characters. */
const BATCH = 256 * 1024;

/** What a terminal printed, as text in a file. Two names for one file cost nothing, so raw output isn't copied. */
export const plainTextFiles: PlainTextService = {
  saveText: async (outputPath, file) => {
    await rm(file, { force: true });
    const { size } = await stat(outputPath);
    if (size > MAX_RAW_BYTES) {
      await link(outputPath, file);
      return { bytes: size, chars: undefined };
    }
    const handle = await open(file, 'wx', 0o600);
    try {
      return await writeText(outputPath, handle);
    } catch (error) {
      // Half a file would look like the whole.
      await rm(file, { force: true }).catch(() => undefined);
      throw error;
    } finally {
      await handle.close();
    }
  },
};

async function writeText(outputPath: string, handle: FileHandle): Promise<SavedText> {
  let waiting = '';
  let bytes = 0;
  let chars = 0;
  const text = new PlainText((piece) => (waiting += piece));
  const flush = async (): Promise<void> => {
    const batch = Buffer.from(waiting);
    bytes += batch.length;
    chars += waiting.length;
    waiting = '';
    await handle.appendFile(batch);
  };
  const decoder = new StringDecoder('utf8');
  const pieces: AsyncIterable<Buffer> = createReadStream(outputPath, { highWaterMark: PIECE });
  for await (const piece of pieces) {
    text.write(decoder.write(piece));
    if (waiting.length >= BATCH) await flush();
    await nextTurn();
  }
  text.write(decoder.end());
  text.end();
  await flush();
  return { bytes, chars };
}
