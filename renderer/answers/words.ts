import { keysOf } from '../store/command-keys.ts';
import { keysInText } from '../ui/display/kbd.tsx';
import type { Refusal } from './answer-guard.ts';

/** Text of what every answer shares, on cards and forms. */
export const words = {
  cancel: 'Cancel',
  denyLabel: 'What should the agent do instead?',
  denyExample: 'Use the test script, and leave dist alone',
  denyExampleOrImage: 'Use the test script, and leave dist alone (you can paste images)',
  denyAndSend: 'Deny and send',
  imagesOnly: 'Only images can be attached to an answer.',
  fillsFirst: 'Press A to allow once or D to deny. The button fills first, and any other key stops it.',
  allowing: 'Allowing once… Any other key or press stops it.',
  allowingForSession: 'Allowing for this session… Any other key or press stops it.',
  denying: 'Denying… Any other key or press stops it.',
} as const;

const IGNORED_WORDS: Readonly<Record<Exclude<Refusal, 'notEngaged'>, string>> = {
  unpainted: 'Ignored: the request had only just appeared.',
  unseen: 'Ignored: what this allows wasn’t in view. Read it, then answer.',
  unseenSaved: 'Ignored: what this saves wasn’t in view. Read it, then answer.',
  moved: 'Ignored: the button had just moved.',
  repeated: 'Ignored: the key was held down.',
  composing: 'Ignored: you were typing.',
  pressAgain: 'Ignored: this request came up by itself. Press again to answer it.',
  typing: 'Ignored: you were typing. Press the key again.',
  early: 'Ignored: it followed another key too soon. Press the key again.',
  stopped: 'Nothing was answered: another key or press came first.',
  changed: 'Nothing was answered: another request came up, or this one changed.',
};

/** Why a key or click was ignored. */
export function ignoredWords(why: Refusal): string {
  if (why !== 'notEngaged') return IGNORED_WORDS[why];
  const keys = keysOf('queue');
  const press = keys === undefined ? '↓' : `↓ or ${keysInText(keys)}`;
  return `Ignored: this request came up by itself. Select it with ${press}, then answer.`;
}
