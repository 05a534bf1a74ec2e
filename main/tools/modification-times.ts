import { stat } from 'node:fs/promises';

/** Enough to keep the disk busy without holding everything else up. */
const AT_ONCE = 64;

/** Files with the time of their last change, in milliseconds; what is gone meanwhile counts as oldest. */
export async function modificationTimes(files: readonly string[]): Promise<{ readonly file: string; readonly mtimeMs: number }[]> {
  const result: { file: string; mtimeMs: number }[] = [];
  for (let at = 0; at < files.length; at += AT_ONCE) {
    const batch = files.slice(at, at + AT_ONCE).map(async (file) => {
      const stats = await stat(file).catch(() => undefined);
      return { file, mtimeMs: stats?.mtimeMs ?? 0 };
    });
    result.push(...(await Promise.all(batch)));
  }
  return result;
}
