import { useWindow } from '../store/app-store.ts';

/** A text with the paths in it as people write them: from the project folder or, outside of it, from `~`. */
export function withShortPaths(
  text: string,
  folders: { readonly projectDir?: string | undefined; readonly home: string | undefined },
): string {
  const { projectDir = '', home = '' } = folders;
  return replaced(replaced(text, projectDir, ''), home, '~/');
}

/** `withShortPaths` for the open project. */
export function useShortPaths(): (text: string) => string {
  const home = useWindow((state) => state.app?.homeDir);
  const projectDir = useWindow((state) => state.project?.projectDir);
  return (text) => withShortPaths(text, { projectDir, home });
}

function replaced(text: string, folder: string, by: string): string {
  if (folder === '' || folder === '/') return text;
  return text.split(`${folder}/`).reduce((before, rest) => before + (/[\w./-]$/u.test(before) ? `${folder}/` : by) + rest);
}
