import { SECRET_VALUE } from './secret-pattern.ts';

const SECRETS = new RegExp(SECRET_VALUE.source, 'gu');
/** `token=…`, `"apiKey": "…"`, `Authorization: …`, in addresses, headers and JSON. */
const ASSIGNED = /((?:key|token|secret|passw(?:or)?d|credentials?|cookie|authorization)["']?\s*[:=]\s*["']?(?:basic\s+)?)[^\s"'&,;]{4,}/giu;

/** Replaces what looks like a secret, and what is assigned to a name like one. */
export function redactSecrets(text: string): string {
  return text.replaceAll(SECRETS, '[secret]').replaceAll(ASSIGNED, '$1[secret]');
}
