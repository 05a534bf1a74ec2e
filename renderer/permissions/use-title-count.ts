import { useEffect } from 'react';

/** Puts the number of waiting requests before the window's title: "(2) Gatehouse". */
export function useTitleCount(count: number): void {
  useEffect(() => {
    const bare = document.title.replace(/^\(\d+\) /, '');
    document.title = count > 0 ? `(${count}) ${bare}` : bare;
    return () => {
      document.title = bare;
    };
  }, [count]);
}
