/** A typed path, split before its last name. */
export interface TypedFolder {
  /** Without a separator at its end, except for a root. */
  readonly folder: string;
  /** The start of a name in it; empty after a separator. */
  readonly start: string;
}

const separatorOf = (path: string): string => (path.includes('\\') && !path.includes('/') ? '\\' : '/');

export function splitTyped(path: string): TypedFolder {
  const separator = separatorOf(path);
  const at = path.lastIndexOf(separator);
  return { folder: withoutEnd(path.slice(0, at + 1)), start: path.slice(at + 1) };
}

/** The path without a separator at its end. A root keeps it. */
export function withoutEnd(path: string): string {
  const shorter = path.replace(/[/\\]+$/u, '');
  return shorter === '' || shorter.endsWith(':') ? path : shorter;
}

export function startsWith(name: string, start: string): boolean {
  return name.toLowerCase().startsWith(start.toLowerCase());
}

/** The typed path with what all these names have in common, and a separator if it is one name; `undefined` if that adds nothing. */
export function completed(path: string, names: readonly string[]): string | undefined {
  const [first, ...others] = names;
  if (first === undefined) return undefined;
  let end = first.length;
  while (end > 0 && !others.every((name) => startsWith(name, first.slice(0, end)))) end -= 1;
  const { start } = splitTyped(path);
  const longer = path.slice(0, path.length - start.length) + first.slice(0, end) + (others.length === 0 ? separatorOf(path) : '');
  return end < start.length || longer === path ? undefined : longer;
}
