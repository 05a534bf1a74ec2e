import path from 'node:path';

/** Whether `file` is `folder` or lies below it. Both absolute; compared as spelled. */
export function isInside(file: string, folder: string): boolean {
  if (file === folder) return true;
  return file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}
