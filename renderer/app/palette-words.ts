import type { WindowCommandId } from '#shared/contract/window-commands.ts';

/** Text of what the palette offers beside the window’s commands, with other words that find it. */
export const paletteWords = {
  newRule: { title: 'Write a new rule', terms: 'add rule, new permission' },
  tryCall: { title: 'Try a call against the rules', terms: 'test rule, dry run, would it ask' },
  packs: { title: 'Show rule packs', terms: 'import rules, export rules, share rules' },
  replay: { title: 'Replay with other rules', terms: 'decide again, what if' },
} as const;

/** Other words that find a command. */
export const COMMAND_TERMS: Readonly<Partial<Record<WindowCommandId, string>>> = {
  'pane.changes': 'review changes, keep all, revert all, diff',
  'session.previous': 'last session, back',
  report: 'audit log, last week, activity, files written, history',
};
