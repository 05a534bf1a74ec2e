import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { rm, unlink } from 'node:fs/promises';
import path from 'node:path';

const MAX_BYTES = 8192;

/**
 * Where the shell said that it stood, from the file it wrote when it ended. The command could have put anything there: it is a plain file with a short absolute path, or it is not believed.
 */
export function readReportedCwd(file: string): string | undefined {
  try {
    const fd = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      if (!fstatSync(fd).isFile()) return undefined;
      const buffer = Buffer.alloc(MAX_BYTES);
      const text = buffer.toString('utf8', 0, readSync(fd, buffer)).replace(/\n$/, '');
      return path.isAbsolute(text) && !text.includes('\0') ? text : undefined;
    } finally {
      closeSync(fd);
    }
  } catch {
    return undefined;
  }
}

/** Never rejects. */
export async function removeReport(file: string): Promise<void> {
  try {
    await unlink(file);
  } catch {
    // The command may have put a folder there, or taken it away.
    await rm(file, { force: true, recursive: true }).catch(() => undefined);
  }
}
