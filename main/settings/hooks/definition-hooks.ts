import { z } from 'zod';
import { hookSettingsSchema, type HookSettings } from '#shared/settings/hook-settings.ts';
import { ineffectiveHooks } from './collect-hooks.ts';
import { isSet } from '../files/front-matter.ts';

/**
 * The hooks in a front matter. They guard what a skill or an agent does, so it must not run without one of them: a mistake, or a hook that
 * would never be called, is a reason to ignore the file.
 */
export function definitionHooks(value: unknown): { readonly hooks?: HookSettings } | { readonly skipped: string } {
  if (!isSet(value)) return {};
  const checked = hookSettingsSchema.safeParse(value);
  if (!checked.success)
    return { skipped: `“hooks” can’t be used: ${z.prettifyError(checked.error).replace(/^✖ /u, '').split('\n')[0] ?? ''}` };
  const [problem] = ineffectiveHooks(checked.data);
  return problem === undefined ? { hooks: checked.data } : { skipped: problem };
}
