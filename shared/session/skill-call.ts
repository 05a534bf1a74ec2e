/** Names that Gatehouse's own commands have: no skill is called by them. */
export const OWN_COMMANDS = [
  'clear',
  'compact',
  'doctor',
  'effort',
  'export',
  'help',
  'mode',
  'model',
  'resume',
  'rewind',
  'rules',
  'usage',
] as const;
export type OwnCommand = (typeof OWN_COMMANDS)[number];

export function isOwnCommand(name: string): name is OwnCommand {
  return OWN_COMMANDS.some((own) => own === name);
}

/** Reads `/name arguments` at the start of a message; `undefined` for other messages and for Gatehouse's own commands. */
export function readSkillCall(text: string): { readonly name: string; readonly args: string } | undefined {
  const match = /^\s*\/([\p{L}\p{N}_][\p{L}\p{N}_.:-]*)(?:\s+([\s\S]*))?$/u.exec(text);
  const name = match?.[1] ?? '';
  return name === '' || isOwnCommand(name) ? undefined : { name, args: match?.[2]?.trim() ?? '' };
}
