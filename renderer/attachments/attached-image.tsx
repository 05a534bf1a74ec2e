import { X } from 'lucide-react';
import type { ImageBlock } from '#shared/session/content.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { words } from './words.ts';
import styles from './attached-image.module.css';

interface AttachedImageProps {
  readonly image: ImageBlock;
  /** Its position, from 0. */
  readonly index: number;
  readonly onRemove: () => void;
}

/** An image that will be sent, with a button to remove it. An item of a list. */
export function AttachedImage({ image: { source }, index, onRemove }: AttachedImageProps) {
  return (
    <li className={styles.image}>
      <img src={`data:${source.media_type};base64,${source.data}`} alt={words.attachment(index + 1)} />
      <IconButton
        label={words.removeImage(index + 1)}
        size="small"
        className={styles.remove}
        icon={<X size={12} strokeWidth={2} />}
        onClick={onRemove}
      />
    </li>
  );
}
