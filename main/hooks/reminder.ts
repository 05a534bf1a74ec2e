import type { HookEvent } from '#shared/settings/hook-settings.ts';

/** Text of a hook as a reminder for the model, which the text can't close. */
export function hookReminder(event: HookEvent, text: string): string {
  const inside = text.replaceAll(/<(\/?system-reminder)/giu, '&lt;$1');
  return `<system-reminder>${event} hook: ${inside}</system-reminder>`;
}
