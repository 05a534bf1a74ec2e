import { useEffect, useState } from 'react';
import { findFile, type KnownFile } from './known-files.ts';

/** The existing file that a text names. `text: null` looks up nothing. */
export function useKnownFile(text: string | null): KnownFile | undefined {
  const [known, setKnown] = useState<{ readonly text: string; readonly file: KnownFile }>();
  useEffect(() => {
    if (text === null) return;
    let current = true;
    void findFile(text).then((file) => {
      if (current && file) setKnown({ text, file });
    });
    return () => {
      current = false;
    };
  }, [text]);
  return known?.text === text ? known.file : undefined;
}
