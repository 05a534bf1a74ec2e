import type { PendingAsk } from '#shared/session/view.ts';
import { cardWords } from './card-words.ts';
import { isHighRisk } from '../queue/ask-groups.ts';

const { final: FINAL } = cardWords;

/**
 * What the card lists under “Does”. That a command can’t be undone is said by the band above; which of several it is, by the list of parts
 * with their reasons.
 */
export function shownEffects(ask: Pick<PendingAsk, 'effects' | 'parts' | 'risk'>): readonly string[] {
  return isHighRisk(ask)
    ? ask.effects.filter((effect) => !effect.endsWith(FINAL) || !isSaidBy(effect.slice(0, -FINAL.length), ask))
    : ask.effects;
}

function isSaidBy(command: string, { parts }: Pick<PendingAsk, 'parts'>): boolean {
  return parts.some(({ text, detail }) => text === command && (parts.length === 1 || detail?.includes(FINAL.trim()) === true));
}
