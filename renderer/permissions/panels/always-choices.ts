import type { PermissionSuggestion } from '#shared/permission/decision.ts';
import { mistakenRule } from '#shared/permission/grammar.ts';
import type { RuleDestination } from '#shared/permission/rule.ts';
import type { AskAnswer } from '#shared/session/ask.ts';

/** One way to always allow this. `texts` are editable: rules, or folders that become working directories. */
export type AlwaysChoice =
  | {
      readonly type: 'rules' | 'directories';
      readonly label: string;
      /** As they are written for `destination`. */
      readonly texts: readonly string[];
      readonly destination: RuleDestination;
      /** The same for destinations where they are written differently. */
      readonly otherwise?: Partial<Record<RuleDestination, readonly string[]>> | undefined;
    }
  | { readonly type: 'mode'; readonly label: string };

/**
 * The engine's suggestions that an answer can carry, the mode last: it allows more than the call, and the first choice is selected. Other modes
 * have no answer.
 */
export function alwaysChoices(suggestions: readonly PermissionSuggestion[]): readonly AlwaysChoice[] {
  const choices = suggestions.flatMap((suggestion): AlwaysChoice[] => {
    const { type, label } = suggestion;
    if (type === 'addRules') {
      const { rules: texts, destination, otherwise } = suggestion;
      return [{ type: 'rules', label, texts, destination, ...(otherwise && { otherwise }) }];
    }
    if (type === 'addDirectories') return [{ type: 'directories', label, texts: suggestion.directories, destination: 'session' }];
    return suggestion.mode === 'acceptEdits' ? [{ type: 'mode', label }] : [];
  });
  return [...choices.filter(({ type }) => type !== 'mode'), ...choices.filter(({ type }) => type === 'mode')];
}

/** The choice with these rules; the first one where there is none. */
export function indexOfRules(choices: readonly AlwaysChoice[], rules: readonly string[] | undefined): number {
  const wanted = rules?.join('\n');
  return Math.max(
    0,
    choices.findIndex((one) => one.type === 'rules' && one.texts.join('\n') === wanted),
  );
}

/** The texts of a choice as they are written for a destination. */
export function textsFor(choice: AlwaysChoice, destination: RuleDestination): readonly string[] {
  return choice.type === 'mode' ? [] : (choice.otherwise?.[destination] ?? choice.texts);
}

/** The answer for an edited choice, or `undefined` while it is empty or has an invalid rule. */
export function alwaysAnswer(choice: AlwaysChoice, texts: readonly string[], destination: RuleDestination): AskAnswer | undefined {
  if (choice.type === 'mode') return { type: 'set_mode', mode: 'acceptEdits' };
  const kept = texts.map((text) => text.trim()).filter((text) => text !== '');
  if (kept.length === 0 || (choice.type === 'rules' && mistakenRule(kept, 'allow') !== undefined)) return undefined;
  return choice.type === 'rules'
    ? { type: 'allow_always', rules: kept, destination }
    : { type: 'add_directories', directories: kept, destination };
}

/** The panel that replaces a card's buttons. */
export type AskPanel = 'always' | 'comment' | 'deny' | 'edit' | 'hunks';

type SessionAnswer = Extract<AskAnswer, { type: 'allow_always' }>;

/** The answers that allow it and similar calls for the session, in the order offered; empty where no rule can. */
export function sessionAnswers(choices: readonly AlwaysChoice[]): readonly SessionAnswer[] {
  return choices
    .filter(({ type }) => type === 'rules')
    .map((choice) => ({ type: 'allow_always', rules: [...textsFor(choice, 'session')], destination: 'session' }));
}

/** The first of them. */
export function sessionAnswer(choices: readonly AlwaysChoice[]): SessionAnswer | undefined {
  return sessionAnswers(choices)[0];
}

/** What “always” offers: a rule or mode, only adding the folder, or nothing. */
export function alwaysKind(choices: readonly AlwaysChoice[]): 'rule' | 'folder' | 'none' {
  if (choices.length === 0) return 'none';
  return choices.every((one) => one.type === 'directories') ? 'folder' : 'rule';
}
