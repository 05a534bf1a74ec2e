import type { AskAnswer } from '#shared/session/ask.ts';
import type { AlwaysChoice } from './always-choices.ts';

/** The panel that replaces a card's buttons. */
export type AskPanel = 'always' | 'comment' | 'deny' | 'edit' | 'hunks';

/** The answer that allows it and similar calls for the session; `undefined` where no rule can. */
export function sessionAnswer(choices: readonly AlwaysChoice[]): Extract<AskAnswer, { type: 'allow_always' }> | undefined {
  const choice = choices.find((one) => one.type === 'rules');
  return choice?.type === 'rules' ? { type: 'allow_always', rules: [...choice.texts], destination: 'session' } : undefined;
}

/** What “always” offers: a rule or mode, only adding the folder, or nothing. */
export function alwaysKind(choices: readonly AlwaysChoice[]): 'rule' | 'folder' | 'none' {
  if (choices.length === 0) return 'none';
  return choices.every((one) => one.type === 'directories') ? 'folder' : 'rule';
}
