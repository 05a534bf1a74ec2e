/** Text of the list of keys. */
export const words = {
  keys: 'Command shortcuts',
  noKeys: 'No shortcut',
  change: 'Change',
  changeOf: (title: string) => `Change the keys of “${title}”`,
  reset: 'Reset',
  resetOf: (title: string) => `Reset the keys of “${title}”`,
  remove: 'Remove',
  removeOf: (title: string) => `Remove the keys of “${title}”`,
  resetAll: 'Reset all keys',
  restored: 'All commands have their default shortcuts',
  undo: 'Undo',
  press: 'Press the new keys. Esc cancels.',
  pressOf: (title: string) => `New keys of “${title}”`,
  cancel: 'Cancel',
  usedBy: (title: string) => `Already used by “${title}”, which would then have no keys.`,
  takeHere: 'Use them here',
  usualAre: 'Default:',
  problems: {
    typed: 'This types a character. Hold Ctrl or ⌘, or use a function key.',
    reserved: 'Text fields, the browser or the system use these.',
    unusable:
      'Use Ctrl or ⌘ with a letter, a digit, Enter or one of . , / ; - =, or a function key. Alt can’t be used: it types characters.',
  },
  fixed: 'Keys that work in one pane, such as those that answer a request, always stay the same.',
  showAll: 'Show all shortcuts',
  problemNow: 'Two commands have these keys; the first one runs.',
} as const;
