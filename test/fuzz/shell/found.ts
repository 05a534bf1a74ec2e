import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { EFFECTS, FUZZ_RULES } from './rule-sets.ts';

export const FOUND_FILE = new URL('../found.jsonl', import.meta.url);

const foundSchema = z.object({
  /** A line that was once allowed and must not be. */
  line: z.string(),
  /** Names of the rule sets that allowed it. */
  rules: z.array(z.enum(FUZZ_RULES.map(({ name }) => name))).min(1),
  effect: z.enum(EFFECTS),
  /** The project contained files that run the canary. */
  traps: z.boolean(),
});
export type Found = z.infer<typeof foundSchema>;

/** Minimized findings of earlier runs. */
export function foundRows(): Found[] {
  if (!existsSync(FOUND_FILE)) return [];
  const lines = readFileSync(FOUND_FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  return lines.map((line) => foundSchema.parse(JSON.parse(line)));
}
