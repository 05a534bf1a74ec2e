import { keyNames } from '../ui/display/kbd.tsx';
import type { Refusal } from './answer-guard.ts';

/** Text of what every answer shares, on cards and forms. */
export const words = {
  cancel: 'Cancel',
  denyLabel: 'What should the agent do instead?',
  denyExample: 'Use the test script, and leave dist alone',
  denyExampleOrImage: 'Use the test script, and leave dist alone. Images can be pasted here',
  sendAnswer: 'Send answer',
  imagesOnly: 'An answer takes images only.',
} as const;

const CHORD = keyNames('Mod+J').join('+');

const IGNORED_WORDS: Readonly<Record<Refusal, string>> = {
  unpainted: 'Ignored: the request had only just appeared.',
  moved: 'Ignored: the button had just moved.',
  repeated: 'Ignored: the key was held down.',
  composing: 'Ignored: you were typing.',
  typing: 'Ignored: you were typing. Press the key again.',
  notEngaged: `Ignored: this request came up by itself. Press ↓ or ${CHORD} first, then answer.`,
};

/** Why a key or click was ignored. */
export function ignoredWords(why: Refusal): string {
  return IGNORED_WORDS[why];
}
