/** More changed files are shown by folder, and can be filtered. */
export const FEW_FILES = 8;

/** The files whose path has the text in it, in any case; all of them for an empty text. */
export function filterFiles<File extends { readonly path: string }>(files: readonly File[], filter: string): readonly File[] {
  const text = filter.trim().toLowerCase();
  return text === '' ? files : files.filter(({ path }) => path.toLowerCase().includes(text));
}
