/** The last parts of paths, as many as tell apart those of the same name. */
export function shortNames(paths: readonly string[]): readonly string[] {
  return paths.map((path) => {
    const parts = path.split('/');
    const isClear = (name: string): boolean => paths.every((other) => other === path || !`/${other}`.endsWith(`/${name}`));
    return parts.map((_, from) => parts.slice(from).join('/')).findLast(isClear) ?? path;
  });
}
