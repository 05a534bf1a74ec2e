/** Text of diffs; states and sources have their own tables. */
export const words = {
  oneUnchangedLine: '1 unchanged line',
  unchangedLines: (skipped: number) => `${skipped} unchanged lines`,
  notDrawn: (cut: string) => `${cut} more characters not shown`,
  newFile: 'new file',
  tooLarge: 'This diff is too large: only its beginning is shown.',
  changesTo: (file: string) => `Changes to ${file}`,
} as const;
