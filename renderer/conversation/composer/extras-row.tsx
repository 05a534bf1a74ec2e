import { FileText, X } from 'lucide-react';
import { formatBytes } from '#shared/format-bytes.ts';
import { AttachedImage } from '../../attachments/attached-image.tsx';
import { words as attachmentWords } from '../../attachments/words.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { withoutImage, withoutText } from './attach-files.ts';
import { NO_EXTRAS, setExtras, useDrafts } from './drafts.ts';
import { words } from '../words.ts';
import styles from './extras-row.module.css';

/** The draft's attachments, each removable. */
export function ExtrasRow({ sessionId }: { readonly sessionId: string }) {
  const extras = useDrafts((state) => state.extras[sessionId] ?? NO_EXTRAS);
  const reading = useDrafts((state) => state.reading[sessionId] ?? false);
  if (!reading && extras.images.length === 0 && extras.texts.length === 0) return null;
  return (
    <ul className={styles.row} aria-label={attachmentWords.attachments}>
      {extras.images.map((image, index) => (
        <AttachedImage
          // oxlint-disable-next-line react/no-array-index-key -- the same image may be there twice
          key={`image:${index}`}
          image={image}
          index={index}
          onRemove={() => setExtras(sessionId, withoutImage(extras, image))}
        />
      ))}
      {extras.texts.map(({ name, text }) => (
        <li key={`text:${name}`} className={styles.text}>
          <FileText size={14} strokeWidth={1.5} aria-hidden="true" />
          <span className={styles.name} title={text.slice(0, 400)}>
            {name}
          </span>
          <span className={styles.size}>{formatBytes(text.length)}</span>
          <IconButton
            label={words.remove(name)}
            size="small"
            icon={<X size={12} strokeWidth={2} />}
            onClick={() => setExtras(sessionId, withoutText(extras, name))}
          />
        </li>
      ))}
      {reading && <li className={styles.reading}>{attachmentWords.readingFile}</li>}
    </ul>
  );
}
