import { useEffect } from 'react';

/** Titles the window after the project. Keeps the count that the permission queue puts before it. */
export function useWindowTitle(projectName: string): void {
  useEffect(() => {
    const rename = (name: string) => {
      const [count = ''] = /^\(\d+\) /.exec(document.title) ?? [];
      document.title = `${count}${name}`;
    };
    rename(`${projectName} · Gatehouse`);
    return () => rename('Gatehouse');
  }, [projectName]);
}
