import { systemReminder } from '#main/tool/own-tags.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { SkillDefinition } from '#shared/settings/skill-definition.ts';
import { contextWindow } from '#shared/model/models.ts';
import { shorten } from '#shared/shorten.ts';
import { reminderEvent } from '../session/prompt.ts';
import type { Transcript } from '../request/transcript.ts';
import type { SkillSource } from './skill-source.ts';

const CHARS_PER_TOKEN = 4;
/** Instead of shorter descriptions, only the names are listed. */
const MIN_DESCRIPTION = 20;
const MAX_NAMES_CHARS = 20_000;

export interface ListingOptions {
  readonly transcript: Transcript;
  /** Skills that the model may call now. */
  readonly skills: readonly SkillDefinition[];
  readonly model: string;
  readonly limits: ReturnType<SkillSource['listing']>;
}

/**
 * Announces new and removed skills to the model. Appended to the conversation, so that the start of the request stays the same for the
 * prompt cache; empty if nothing changed. After a compaction, all skills are new.
 */
export function skillReminder({ transcript, skills, model, limits }: ListingOptions): NewSessionEvent[] {
  const announced = announcedSkills(transcript);
  const names = new Set(skills.map(({ name }) => name));
  const added = skills.filter(({ name }) => !announced.has(name));
  const gone = [...announced].filter((name) => !names.has(name));
  if (added.length === 0 && gone.length === 0) return [];
  const chars = contextWindow(model) * CHARS_PER_TOKEN * limits.share;
  const parts = [
    ...(added.length === 0 ? [] : [`These skills can be used with the Skill tool:\n${listed(added, chars, limits.descriptionChars)}`]),
    ...(gone.length === 0 ? [] : [`These skills can’t be used any more: ${gone.join(', ')}`]),
  ];
  const text = systemReminder(`\n${parts.join('\n\n')}\n`);
  return [reminderEvent(text, { skills: { added: added.map(({ name }) => name), gone } })];
}

function announcedSkills(transcript: Transcript): Set<string> {
  const names = new Set<string>();
  for (const entry of transcript.entries) {
    if (entry.role !== 'user' || !entry.skills) continue;
    for (const name of entry.skills.added) names.add(name);
    for (const name of entry.skills.gone) names.delete(name);
  }
  return names;
}

/** One line per skill, within a number of characters: descriptions are shortened to the same length, names are not. */
export function listed(skills: readonly SkillDefinition[], chars: number, descriptionChars: number): string {
  const whole = skills.map((skill) => ({ name: skill.name, text: descriptionOf(skill, descriptionChars) }));
  const namesChars = whole.reduce((sum, { name }) => sum + name.length + '- : \n'.length, 0);
  const limit = fairLimit(
    whole.map(({ text }) => text.length),
    chars - namesChars,
  );
  let left = Math.max(chars, MAX_NAMES_CHARS);
  const lines = whole.flatMap(({ name, text }) => {
    const short = limit < MIN_DESCRIPTION && text.length > limit ? '' : shorten(text, Math.max(limit, 1));
    const line = short === '' ? `- ${name}` : `- ${name}: ${short}`;
    left -= line.length + 1;
    return left < 0 ? [] : [line];
  });
  const missing = whole.length - lines.length;
  return [...lines, ...(missing === 0 ? [] : [`… and ${missing} more`])].join('\n');
}

function descriptionOf({ description, whenToUse }: SkillDefinition, max: number): string {
  return shorten([description, whenToUse].filter((part) => part !== undefined && part !== '').join(' '), max);
}

/** The longest length to which all must be cut, so that their sum is at most `total`. */
function fairLimit(lengths: readonly number[], total: number): number {
  const sorted = lengths.toSorted((a, b) => a - b);
  let left = total;
  for (const [index, length] of sorted.entries()) {
    const share = Math.floor(left / (sorted.length - index));
    if (length > share) return Math.max(0, share);
    left -= length;
  }
  return sorted.at(-1) ?? 0;
}
