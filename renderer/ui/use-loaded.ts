import { useEffect, useState } from 'react';

/**
 * A part of the window that is fetched when it is needed; `undefined` until it is there. Unlike a suspended component it is drawn with
 * an ordinary update, which nothing that ticks each frame can hold up.
 */
export function useLoaded<T>(load: () => Promise<T>): T | undefined {
  const [loaded, setLoaded] = useState<{ readonly part: T }>();
  const [failure, setFailure] = useState<{ readonly error: unknown }>();
  useEffect(() => {
    let current = true;
    load().then(
      (part) => current && setLoaded({ part }),
      (error: unknown) => current && setFailure({ error }),
    );
    return () => {
      current = false;
    };
  }, [load]);
  // For the nearest error boundary.
  if (failure) throw failure.error;
  return loaded?.part;
}
