/** The element of a file’s row. */
export function rowId(path: string): string {
  return `changed-${encodeURIComponent(path)}`;
}

/** Names of files without their folders, where that tells them apart. */
export function shortNames(paths: readonly string[]): readonly string[] {
  const names = paths.map((path) => path.slice(path.lastIndexOf('/') + 1));
  return names.map((name, index) => (names.indexOf(name) === names.lastIndexOf(name) ? name : (paths[index] ?? name)));
}
