import { useEffect } from 'react';

/** Names the window after the project. The permission queue puts its count before it, which stays. */
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
