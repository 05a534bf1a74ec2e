import type { Decision } from '#shared/permission/decision.ts';
import { words } from './words.ts';

const { final: FINAL, itIsFinal } = words;

/** What a destructive call does, to read before why it asks; empty where nothing is known that the reason doesn't say. */
export function triedEffects({ behavior, risk, effects, message }: Decision): string {
  if (behavior !== 'ask' || risk !== 'destructive') return '';
  const does = effects.filter((effect) => !effect.endsWith(FINAL)).join(' · ');
  // No full stop: a path may be one.
  const sentence = does === '' ? '' : `${does.charAt(0).toUpperCase()}${does.slice(1)} · `;
  return effects.some((effect) => effect.endsWith(FINAL)) && !message.includes(FINAL) ? `${sentence}${itIsFinal} ` : sentence;
}
