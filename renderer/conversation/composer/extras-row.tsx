import { FileText, X } from 'lucide-react';
import { formatBytes } from '#shared/format-bytes.ts';
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
  const remove = <X size={12} strokeWidth={2} />;
  return (
    <ul className={styles.row} aria-label={words.attachments}>
      {extras.images.map((image, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same image may be there twice
        <li key={`image:${index}`} className={styles.image}>
          <img src={`data:${image.source.media_type};base64,${image.source.data}`} alt={words.attachment(index + 1)} />
          <IconButton
            label={words.removeImage(index + 1)}
            size="small"
            className={styles.removeImage}
            icon={remove}
            onClick={() => setExtras(sessionId, withoutImage(extras, image))}
          />
        </li>
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
            icon={remove}
            onClick={() => setExtras(sessionId, withoutText(extras, name))}
          />
        </li>
      ))}
      {reading && <li className={styles.reading}>{words.readingFile}</li>}
    </ul>
  );
}
