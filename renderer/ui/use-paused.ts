import { useEffect, useState } from 'react';

const PAUSE_MS = 1200;

/** Whether a person has stopped typing a text for a moment, or has left its field: what is unfinished isn't a mistake yet. */
export function usePaused(text: string): readonly [isPaused: boolean, leave: () => void] {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return [settled === text, () => setSettled(text)];
}
