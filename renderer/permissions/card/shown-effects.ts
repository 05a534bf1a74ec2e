import type { PendingAsk } from '#shared/session/view.ts';
import { cardWords } from './card-words.ts';
import { isHighRisk } from '../queue/ask-groups.ts';

const { final: FINAL } = cardWords;

/**
 * What the card lists under “Does”. That a command can’t be undone is said by the band above; which of several it is, by the list of parts
 * with their reasons. Where it isn’t known for sure, only the band says so.
 */
export function shownEffects(ask: Pick<PendingAsk, 'effects' | 'parts' | 'risk' | 'loss'>): readonly string[] {
  if (!isHighRisk(ask)) return ask.effects;
  return ask.effects.filter(
    (effect) => !effect.endsWith(FINAL) || (ask.loss === 'final' && !isSaidBy(effect.slice(0, -FINAL.length), ask)),
  );
}

function isSaidBy(command: string, { parts }: Pick<PendingAsk, 'parts'>): boolean {
  return parts.some(({ text, detail }) => text === command && (parts.length === 1 || detail?.includes(FINAL.trim()) === true));
}
