import { z } from 'zod';
import { ruleSourceSchema } from '../permission/rule.ts';

/** The parts of a set-up, in the order in which they are listed. */
export const SET_UP_KINDS = [
  'file',
  'setting',
  'rule',
  'plugin',
  'hook',
  'server',
  'agent',
  'skill',
  'command',
  'instructions',
  'notes',
] as const;
export const setUpKindSchema = z.enum(SET_UP_KINDS);
export type SetUpKind = z.infer<typeof setUpKindSchema>;

/**
 * What a part does, worst first. `broken`: a mistake keeps it from working. `unguarded`: it should restrict something, and doesn't here.
 * `none`: no effect here. `waiting`: it takes effect once the folder is trusted. `overridden`: another part has priority.
 */
export const SET_UP_STATES = ['broken', 'unguarded', 'none', 'partly', 'waiting', 'overridden', 'works'] as const;
export const setUpStateSchema = z.enum(SET_UP_STATES);
export type SetUpState = z.infer<typeof setUpStateSchema>;

/** One part of what a person or a repository has set up. All texts are printable and bounded. */
const setUpItemSchema = z.object({
  kind: setUpKindSchema,
  name: z.string(),
  /** What it is or contains; may be empty. Never a secret. */
  detail: z.string(),
  state: setUpStateSchema,
  /** Why the state isn't `works`, a sentence for people. */
  why: z.string(),
  source: ruleSourceSchema,
  /** Absolute; `null` for the command line. */
  file: z.string().nullable(),
  /** 1-based. */
  line: z.number().int().nullable(),
  /** A file outside the repository that a person may allow to be included. */
  includes: z.object({ importer: z.string(), target: z.string() }).optional(),
});
export type SetUpItem = z.infer<typeof setUpItemSchema>;

export const setUpSchema = z.object({
  projectDir: z.string(),
  trusted: z.boolean(),
  /** Problems first, then by kind. */
  items: z.array(setUpItemSchema),
  /** Number of items that were left out because there are too many. */
  omitted: z.number().int(),
});
export type SetUp = z.infer<typeof setUpSchema>;

/** States that a person should look at. */
export function isProblem(state: SetUpState): boolean {
  return state === 'broken' || state === 'unguarded';
}
