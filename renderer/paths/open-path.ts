import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import { attempt } from '../store/window-actions.ts';
import { copyText } from '../ui/copy-text.ts';
import { showToast } from '../ui/overlays/toast.tsx';
import { findFile } from './known-files.ts';
import { words } from './words.ts';

/** Opens a file of the project or session in the user’s editor, or copies its path if there is no editor. */
export async function openPath(path: string, line?: number): Promise<void> {
  const { project, sessionId } = useWindow.getState();
  if (!project) return;
  const { projectDir } = project;
  const asked = call('editor.open', { projectDir, path, ...(sessionId !== null && { sessionId }), ...(line !== undefined && { line }) });
  const answer = await attempt(words.failed, asked);
  if (answer && !answer.opened) await copyPath(path, words.copiedInstead);
}

/** Opens the file that a text names, or says that there is none. */
export async function openNamed(text: string): Promise<void> {
  const file = await findFile(text);
  if (file) await openPath(file.path, file.line);
  else showToast({ title: words.noFile });
}

/** Reveals it in the file manager; never opens it. */
export async function showPath(path: string): Promise<void> {
  const { project } = useWindow.getState();
  if (!project) return;
  const { projectDir } = project;
  await attempt(words.showFailed, call('shell.openPath', { path: absolute(path, projectDir), projectDir }));
}

export async function copyPath(path: string, detail?: string): Promise<void> {
  const { project } = useWindow.getState();
  if (await copyText(project ? absolute(path, project.projectDir) : path)) showToast({ title: words.copied, detail });
}

function absolute(path: string, projectDir: string): string {
  return /^(?:[/\\]|[A-Za-z]:)/u.test(path) ? path : `${projectDir}/${path}`;
}
