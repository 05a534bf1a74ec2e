import { z } from 'zod';
import { settingsFileSchema } from '#shared/settings/settings-file.ts';

/** Why a value can’t stand there, in words; `undefined` when it can. */
export function settingProblem(path: readonly string[], value: unknown): string | undefined {
  const whole = path.toReversed().reduce((inner: unknown, key) => ({ [key]: inner }), value);
  const parsed = settingsFileSchema.safeParse(whole);
  return parsed.success ? undefined : z.prettifyError(parsed.error).replace(/^✖ /u, '').split('\n')[0];
}
