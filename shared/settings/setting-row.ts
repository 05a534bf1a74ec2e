import type { z } from 'zod';

/** How a setting is edited. `json`: a list, as JSON. `file`: too complex for a form; edited in its file, or for rules in their pane. */
export type SettingControl =
  | { readonly type: 'boolean' | 'number' | 'text' | 'json' | 'file' }
  | { readonly type: 'choice'; readonly choices: readonly { readonly value: string; readonly label: string }[] };

/**
 * Which files may set it: any file; only the user's own, and of the project's own files (`own`) the local one, unless it comes from the
 * repository, or none (`user`); or only managed settings.
 */
export type SettingReach = 'any' | 'own' | 'user' | 'managed';

/**
 * Who may change it: only a person, in the window or its file; or also the agent (Config), which asks a person each time. Never `agent` for
 * what decides what may run, read, be contacted or be kept: permissions, hooks, variables, servers, programs, keys, undo, clean-up.
 */
type SetBy = 'person' | 'agent';

export interface Row<Schema extends z.ZodType> {
  readonly schema: Schema;
  readonly control: SettingControl;
  /** The default, as text. */
  readonly fallbackText: string;
  readonly title: string;
  readonly description: string;
  readonly reach: SettingReach;
  readonly setBy: SetBy;
}

/** A key whose value is that of the highest file that may set it, else `fallback`. */
export interface HighestRow<Schema extends z.ZodType, Fallback> extends Row<Schema> {
  readonly fallback: Fallback;
}

type FormFields = readonly [
  control: SettingControl,
  fallbackText: string,
  title: string,
  description: string,
  reach?: SettingReach,
  setBy?: SetBy,
];

/** A key with its own way of merging, in `main/settings/`. */
export function row<Schema extends z.ZodType>(
  schema: Schema,
  ...[control, fallbackText, title, description, reach = 'any', setBy = 'person']: FormFields
): Row<Schema> {
  return { schema, control, fallbackText, title, description, reach, setBy };
}

export function highest<Schema extends z.ZodType, const Fallback>(
  schema: Schema,
  fallback: Fallback,
  ...formFields: FormFields
): HighestRow<Schema, Fallback> {
  return { ...row(schema, ...formFields), fallback };
}
