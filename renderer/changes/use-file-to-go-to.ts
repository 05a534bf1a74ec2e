import { useEffect } from 'react';
import type { ChangedFile } from '#shared/contract/changes.ts';
import { useWindow } from '../store/app-store.ts';

/** Goes to the file that the window asks for, once the files are listed; it may not be among them. */
export function useFileToGoTo(files: readonly ChangedFile[] | undefined, onGo: (path: string) => void): void {
  const path = useWindow((state) => state.changesFile);
  useEffect(() => {
    if (path === null || !files) return;
    useWindow.setState({ changesFile: null });
    if (files.some((file) => file.path === path)) queueMicrotask(() => onGo(path));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Only these two say that there is a file to go to.
  }, [path, files !== undefined]);
}
