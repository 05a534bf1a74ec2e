/** Models offered for selection, most capable first; others can be typed in. From platform.claude.com, November 2026. */
export const KNOWN_MODELS: readonly string[] = [
  'claude-opus-5-5',
  'claude-fable-5-2',
  'claude-sonnet-5',
  'claude-haiku-5-5',
  'claude-haiku-4-5',
  'claude-opus-5',
  'claude-fable-5',
  'claude-opus-4-8',
  'claude-sonnet-4-6',
];
