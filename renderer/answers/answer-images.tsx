import type { ReactNode } from 'react';
import type { ImageBlock } from '#shared/session/content.ts';
import { AttachedImage } from '../attachments/attached-image.tsx';
import { pastedFiles } from '../attachments/image-files.ts';
import { words as attachmentWords } from '../attachments/words.ts';
import styles from './answer-images.module.css';

interface AnswerImagesProps {
  readonly images: readonly ImageBlock[];
  readonly reading: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onRemove: (image: ImageBlock) => void;
  /** Draws the field; gets the row of images to draw in it. */
  readonly children: (row: ReactNode) => ReactNode;
}

/** Takes images that are pasted or dropped on what it contains. */
export function AnswerImages({ images, reading, onFiles, onRemove, children }: AnswerImagesProps) {
  const row = (reading || images.length > 0) && (
    <ul className={styles.row} aria-label={attachmentWords.attachments}>
      {images.map((image, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same image may be there twice
        <AttachedImage key={index} image={image} index={index} onRemove={() => onRemove(image)} />
      ))}
      {reading && <li className={styles.reading}>{attachmentWords.readingFile}</li>}
    </ul>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- files may be dropped anywhere on it
    <div
      className={styles.target}
      onPaste={(event) => {
        const files = pastedFiles(event.clipboardData);
        if (files.length === 0) return;
        event.preventDefault();
        onFiles(files);
      }}
      onDrop={(event) => {
        const files = [...event.dataTransfer.files];
        if (files.length === 0) return;
        // The window's own drop target leaves these files to this one.
        event.preventDefault();
        onFiles(files);
      }}
    >
      {children(row)}
    </div>
  );
}
