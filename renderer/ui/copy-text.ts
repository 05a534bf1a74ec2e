import { errorMessage } from '#shared/error-message.ts';
import { showToast } from './overlays/toast.tsx';
import { words } from './words.ts';

/** Copies a text to the clipboard, with an error toast if the browser refuses. Resolves to whether it was copied. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    showToast({ title: words.notCopied, detail: errorMessage(error), tone: 'danger' });
    return false;
  }
}
