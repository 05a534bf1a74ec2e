import { Copy } from 'lucide-react';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { showToast } from '../../ui/overlays/toast.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { words } from '../words.ts';
import styles from './text-item.module.css';

/** A text of the model's, which can be copied as Markdown. */
export function TextItem({ text }: { readonly text: string }) {
  return (
    <div className={styles.item}>
      <Markdown text={text} />
      <IconButton
        label={words.copyMessage}
        size="small"
        className={styles.copy}
        icon={<Copy size={13} strokeWidth={1.5} aria-hidden="true" />}
        onClick={() => void copyMessage(text)}
      />
    </div>
  );
}

export async function copyMessage(text: string): Promise<void> {
  if (await copyText(text)) showToast({ title: words.copied });
}
