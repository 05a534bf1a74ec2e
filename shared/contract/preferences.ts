import { z } from 'zod';
import { isBindable } from './key-chord.ts';
import { type ChosenKeys, isWindowCommand } from './window-commands.ts';

/** A font that is installed, by name. No character that ends a CSS string. */
const familySchema = z.string().regex(/^[\p{L}\p{N} ._-]{1,100}$/u, 'not the name of a font');

const fontsSchema = z.strictObject({
  /** `null`: the usual one. */
  family: familySchema.nullable(),
  codeFamily: familySchema.nullable(),
  /** Pixels. */
  size: z.number().min(11).max(16).nullable(),
  codeSize: z.number().min(10).max(18).nullable(),
  /** Whether code shows one glyph for several characters. */
  ligatures: z.boolean(),
});

const keysSchema = z
  .record(
    z.string().refine(isWindowCommand, 'not a command'),
    z.string().refine(isBindable, 'not a key that a command can have').nullable(),
  )
  .transform((keys): ChosenKeys => keys);

/** What a person chose for the window. Kept in Gatehouse's own folder, the same for all windows. */
export const preferencesSchema = z.strictObject({
  /** `null`: not chosen; the window follows the system. */
  theme: z.enum(['system', 'dark', 'light']).nullable(),
  keys: keysSchema,
  fonts: fontsSchema,
  /** Whether the introduction was finished or skipped. */
  introduced: z.boolean(),
});
export type Preferences = z.output<typeof preferencesSchema>;
export type Theme = NonNullable<Preferences['theme']>;
export type Fonts = Preferences['fonts'];
