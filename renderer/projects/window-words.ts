/** What the window says of folders before anything of them is opened. Apart, because it is part of the first script. */
export const words = {
  note: 'This folder isn’t trusted yet. Its rules and settings are shown here, but only its deny and ask rules apply.',
  back: 'Back to the question',
  dropFiles: 'Drop files to attach them, a folder to open it',
  dropFolder: 'Drop a folder to open it',
} as const;
