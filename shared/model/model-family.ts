/** The entry of `table` whose key equals `model` or is a prefix of it up to a `-`. The longest match wins; `undefined` for none. */
export function byFamily<T>(table: Readonly<Record<string, T>>, model: string): T | undefined {
  const family = Object.keys(table)
    .filter((name) => model === name || model.startsWith(`${name}-`))
    .toSorted((a, b) => b.length - a.length)[0];
  return family === undefined ? undefined : table[family];
}
