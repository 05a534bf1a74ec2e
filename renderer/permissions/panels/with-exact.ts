import type { PendingAsk } from '#shared/session/view.ts';
import { type AlwaysChoice, alwaysChoices } from './always-choices.ts';

/** With the rule for exactly this command, where wider ones are suggested only: after them, before the mode. */
export function withExact(choices: readonly AlwaysChoice[], { exactRule }: Pick<PendingAsk, 'exactRule'>): readonly AlwaysChoice[] {
  const [exact] = exactRule === undefined ? [] : alwaysChoices([exactRule]);
  if (exact === undefined) return choices;
  const at = choices.findLastIndex(({ type }) => type === 'rules') + 1;
  return [...choices.slice(0, at), exact, ...choices.slice(at)];
}
