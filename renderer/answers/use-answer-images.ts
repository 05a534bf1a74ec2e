import { useRef, useState } from 'react';
import { type ImageBlock, MAX_IMAGES } from '#shared/session/content.ts';
import { errorMessage } from '#shared/error-message.ts';
import { isImageFile } from '../attachments/image-files.ts';
import { words as attachmentWords } from '../attachments/words.ts';
import { showToast } from '../ui/overlays/toast.tsx';
import { words } from './words.ts';

export interface AnswerImagesState {
  readonly images: readonly ImageBlock[];
  /** Files are still being read. */
  readonly reading: boolean;
  readonly add: (files: readonly File[]) => void;
  readonly remove: (image: ImageBlock) => void;
}

/** The images of one answer, in the order they were added. They are dropped with the panel. */
export function useAnswerImages(): AnswerImagesState {
  const [images, setImages] = useState<readonly ImageBlock[]>([]);
  const [pending, setPending] = useState(0);
  /** Images added so far, including those being read. */
  const count = useRef(0);
  const last = useRef(Promise.resolve());

  const read = async (file: File): Promise<void> => {
    let image: ImageBlock | undefined;
    try {
      if (!isImageFile(file)) throw new Error(words.imagesOnly);
      if (count.current >= MAX_IMAGES) throw new Error(attachmentWords.tooManyImages(MAX_IMAGES));
      const { toImageBlock } = await import('../attachments/image-block.ts');
      image = await toImageBlock(file);
      count.current += 1;
    } catch (error) {
      showToast({ title: attachmentWords.notAttached(file.name), detail: errorMessage(error), tone: 'danger' });
    }
    const read = image === undefined ? [] : [image];
    setImages((before) => [...before, ...read]);
    setPending((before) => before - 1);
  };

  return {
    images,
    reading: pending > 0,
    add: (files) => {
      setPending((before) => before + files.length);
      for (const file of files) last.current = last.current.then(() => read(file));
    },
    remove: (image) => {
      count.current -= 1;
      setImages((before) => before.filter((one) => one !== image));
    },
  };
}
