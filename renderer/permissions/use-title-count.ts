import { useEffect } from 'react';

/** Prefixes the window's title with the number of pending requests: "(2) Gatehouse". */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const bare = document.title.replace(/^\(\d+\) /, '');
    document.title = count > 0 ? `(${count}) ${bare}` : bare;
    return () => {
      document.title = bare;
    };
  }, [count]);
}
