import { showToast } from './toast.tsx';
import { words } from './words.ts';

/** Puts a text on the clipboard and says so where a browser refuses that. Resolves to whether it is there. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    showToast({ title: words.notCopied, detail: error instanceof Error ? error.message : String(error), tone: 'danger' });
    return false;
  }
}
