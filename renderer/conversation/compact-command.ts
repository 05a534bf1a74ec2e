/** Reads `/compact [instructions]`; `undefined` for any other message. */
export function compactCommand(text: string): { readonly instructions?: string } | undefined {
  const match = /^\s*\/compact(?:\s+(?<instructions>[\s\S]*))?$/u.exec(text);
  if (!match) return undefined;
  const instructions = match.groups?.['instructions']?.trim() ?? '';
  return instructions === '' ? {} : { instructions };
}
