/** Text of path actions. */
export const words = {
  menu: (path: string) => `Open or copy ${path}`,
  open: 'Open in your editor',
  openAt: (path: string, line?: number) => `Open ${path}${line === undefined ? '' : `, line ${line}`} in your editor`,
  noFile: 'This call names no existing file',
  show: 'Show in the folder',
  copy: 'Copy the path',
  failed: 'The file could not be opened',
  showFailed: 'The file could not be shown',
  copied: 'Path copied',
  copiedInstead: 'Gatehouse can’t open an editor on your screen from where it runs. The path was copied instead.',
} as const;
