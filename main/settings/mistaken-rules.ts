import { mistakenRule } from '#shared/permission/grammar.ts';
import { RULE_BEHAVIORS } from '#shared/permission/rule.ts';
import { parseSettingsDocument } from './settings-document.ts';

/** The first rule with a mistake that a settings text has and the one before it hadn't. What stood there may be kept. */
export function newMistakenRule(before: string, text: string): { readonly text: string; readonly why: string } | undefined {
  for (const behavior of RULE_BEHAVIORS) {
    const known = new Set(rulesIn(before, behavior));
    const mistaken = mistakenRule(
      rulesIn(text, behavior).filter((rule) => !known.has(rule)),
      behavior,
    );
    if (mistaken) return mistaken;
  }
  return undefined;
}

function rulesIn(text: string, behavior: (typeof RULE_BEHAVIORS)[number]): string[] {
  const parsed = parseSettingsDocument(text);
  const permissions = 'document' in parsed ? parsed.document.value['permissions'] : undefined;
  const list: unknown = typeof permissions === 'object' && permissions !== null ? Reflect.get(permissions, behavior) : undefined;
  return Array.isArray(list) ? list.filter((rule) => typeof rule === 'string') : [];
}
