import { useEffect, useState } from 'react';
import { ARM_DELAY } from './ask-keys.ts';

/** False for the first moments after `key` changed, back to an earlier one too: what was clicked or typed then was meant for something else. */
export function useArmed(key: string): boolean {
  const [armedKey, setArmedKey] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setArmedKey(key), ARM_DELAY);
    return () => {
      clearTimeout(timer);
      setArmedKey(null);
    };
  }, [key]);
  return armedKey === key;
}
