import type { z } from 'zod';
import type { HighestRow, Row, SettingReach } from './setting-row.ts';
import { SETTING_ROWS, type SettingKey } from './settings-table.ts';

type Rows = typeof SETTING_ROWS;
type NameOf<Key> = Key extends `${string}.${infer Name}` ? Name : Key;
type KeysOf<Group extends string> = Group extends ''
  ? Exclude<SettingKey, `${string}.${string}`>
  : Extract<SettingKey, `${Group}.${string}`>;
type Shape<Group extends string> = { readonly [Key in KeysOf<Group> as NameOf<Key>]: z.ZodOptional<Rows[Key]['schema']> };

/** The schemas of the keys in one object of the file; '': of the file itself. */
export function settingShape<Group extends '' | 'permissions' | 'autoMode' | 'gatehouse'>(group: Group): Shape<Group> {
  const rows = SETTINGS.filter(({ path }) => (path.length === 1 ? '' : path[0]) === group);
  // The compiler can't follow a key through the filter.
  return Object.fromEntries(rows.map(({ path, schema }) => [path.at(-1), schema.optional()])) as Shape<Group>;
}

export interface Setting extends Row<z.ZodType> {
  readonly key: string;
  readonly path: readonly string[];
}

/** The rows as a list, in the order of the form. */
export const SETTINGS: readonly Setting[] = Object.entries(SETTING_ROWS).map(([key, one]) => ({ key, path: key.split('.'), ...one }));

type HighestKey = { [Key in SettingKey]: Rows[Key] extends HighestRow<z.ZodType, unknown> ? Key : never }[SettingKey];

/** The merged values of the keys whose highest file wins, by their names. */
export type HighestValues = {
  readonly [Key in HighestKey as NameOf<Key>]: z.output<Rows[Key]['schema']> | Rows[Key]['fallback'];
};

/** `filesFor`: the contents of the files that may set a key of that reach, highest first. */
export function highestValues(filesFor: (reach: SettingReach) => readonly object[]): HighestValues {
  const values = Object.entries(SETTING_ROWS).flatMap(([key, one]) => {
    if (!('fallback' in one)) return [];
    const path = key.split('.');
    return [
      [
        path.at(-1),
        filesFor(one.reach)
          .map((file) => valueAt(file, path))
          .find((value) => value !== undefined) ?? one.fallback,
      ],
    ];
  });
  // The values were parsed by the schemas of the rows.
  return Object.fromEntries(values) as HighestValues;
}

/** The value at a path of own keys. */
export function valueAt(root: unknown, path: readonly string[]): unknown {
  let value = root;
  for (const key of path)
    value = typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
  return value;
}
