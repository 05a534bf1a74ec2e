import { createReadStream } from 'node:fs';
import { link, open, rm, stat, type FileHandle } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PlainTextService, SavedText } from '#main/tool/services/tool-services.ts';
import { PlainText } from './plain-text.ts';

/** Converting more would take seconds. Bytes. */
const MAX_RAW_BYTES = 16 * 1024 ** 2;
/** Raw output converted at once, which takes a few milliseconds. Bytes. */
const PIECE = 16 * 1024;
/** Text per write. Characters. */
const BATCH = 256 * 1024;

/** Saves a terminal's output as text in a file. Raw output is hard-linked instead of copied. */
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
      // An incomplete file would look complete.
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
