/** The last parts of paths, as many as tell them apart from each other and from `others`. */
export function shortNames(paths: readonly string[], others: readonly string[] = []): readonly string[] {
  const all = [...paths, ...others];
  return paths.map((path) => {
    const parts = path.split('/');
    const isClear = (name: string): boolean => all.every((other) => other === path || !`/${other}`.endsWith(`/${name}`));
    return parts.map((_, from) => parts.slice(from).join('/')).findLast(isClear) ?? path;
  });
}
