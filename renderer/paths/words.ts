/** Text of path actions. */
export const words = {
  menu: (path: string) => `Open or copy ${path}`,
  open: 'Open in your editor',
  openAt: (path: string, line?: number) => `Open ${path}${line === undefined ? '' : `, line ${line}`} in your editor`,
  noFile: 'This call names no file that is there',
  show: 'Show in the folder',
  copy: 'Copy the path',
  failed: 'The file could not be opened',
  showFailed: 'The file could not be shown',
  copied: 'Path copied',
  copiedInstead: 'No editor can be opened from here, since Gatehouse runs without a screen of yours. The path is copied instead.',
} as const;
