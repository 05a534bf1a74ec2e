import type { SkillDefinition } from '#shared/settings/skill-definition.ts';

/** Values for the placeholders of a skill. */
export interface SkillValues {
  /** As written after the name. */
  readonly args: string;
  readonly sessionId: string;
  readonly projectDir: string;
}

const PLACEHOLDER =
  /\$\{(CLAUDE_SESSION_ID|CLAUDE_SKILL_DIR|CLAUDE_PROJECT_DIR)\}|\$(ARGUMENTS(?:\[(\d{1,3})\])?|\d{1,3}|[A-Za-z_]\w*)(?!\w)/gu;

type Fields = Pick<SkillDefinition, 'kind' | 'body' | 'argumentNames' | 'folder'>;

/** Whether a text has placeholders for arguments. */
export function takesArguments({ body, argumentNames }: Pick<SkillDefinition, 'body' | 'argumentNames'>): boolean {
  return [...body.matchAll(PLACEHOLDER)].some(
    ([, own, name = '']) => own === undefined && (/^(?:ARGUMENTS|\d)/u.test(name) || argumentNames.includes(name)),
  );
}

/**
 * Replaces a skill's placeholders in one pass, so a placeholder in an argument stays unchanged. `$0` is the first argument; in a command
 * without `$0` it is `$1`, the older convention.
 */
export function withArguments(text: string, skill: Fields, { args, sessionId, projectDir }: SkillValues): string {
  const words = splitArguments(args);
  const first = skill.kind === 'command' && !/\$0(?!\w)/u.test(skill.body) ? 1 : 0;
  return text.replaceAll(PLACEHOLDER, (whole, own: string | undefined, name: string | undefined, index: string | undefined) => {
    if (own === 'CLAUDE_SESSION_ID') return sessionId;
    if (own === 'CLAUDE_SKILL_DIR') return skill.folder;
    if (own === 'CLAUDE_PROJECT_DIR') return projectDir;
    if (name === 'ARGUMENTS') return args;
    if (index !== undefined) return words[Number(index)] ?? '';
    if (/^\d/u.test(name ?? '')) return words[Number(name) - first] ?? '';
    const named = skill.argumentNames.indexOf(name ?? '');
    return named < 0 ? whole : (words[named] ?? '');
  });
}

/** Words separated by spaces; quotes keep spaces together and are removed. A quote that isn't closed extends to the end. */
export function splitArguments(args: string): string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote = '';
  for (const character of args) {
    if (quote !== '') {
      if (character === quote) quote = '';
      else word = (word ?? '') + character;
    } else if ((character === '"' || character === "'") && word === undefined) {
      quote = character;
      word = '';
    } else if (/\s/u.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + character;
  }
  return word === undefined ? words : [...words, word];
}
