import { useEffect, useState } from 'react';

/**
 * Loads a part of the window on demand; `undefined` until then. Unlike a suspended component it renders with a normal update, which
 * animations can't delay.
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
