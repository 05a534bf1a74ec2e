import type { HookEvent } from '#shared/settings/hook-settings.ts';

/** A hook's words as the model reads them. They can't end the reminder they stand in. */
export function hookReminder(event: HookEvent, text: string): string {
  const inside = text.replaceAll(/<(\/?system-reminder)/giu, '&lt;$1');
  return `<system-reminder>${event} hook: ${inside}</system-reminder>`;
}
