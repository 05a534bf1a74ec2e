import type { SessionHooks } from './session-hooks.ts';

/** A slash command or prompt of an MCP server that is about to be replaced by its text. */
export interface CommandExpansion {
  readonly type: 'slash_command' | 'mcp_prompt';
  /** Without the slash. */
  readonly name: string;
  readonly args: string;
  /** Where the command comes from, such as `project`, `user` or the name of a server. */
  readonly source: string;
  /** What the person wrote. */
  readonly prompt: string;
}

export type ExpansionAnswer =
  | { readonly type: 'expand'; readonly contexts: readonly string[] }
  /** For the person, one sentence. */
  | { readonly type: 'refused'; readonly message: string };

/** Asks UserPromptExpansion hooks before a command is expanded. With `expand`, pass `contexts` to `hooks.say` after the message. */
export async function admitExpansion(
  hooks: SessionHooks,
  { type, name, args, source, prompt }: CommandExpansion,
  { mode, signal }: { readonly mode: string; readonly signal: AbortSignal },
): Promise<ExpansionAnswer> {
  const { stop, block, contexts } = await hooks.ask('UserPromptExpansion', {
    matchOn: name,
    fields: { expansion_type: type, command_name: name, command_args: args, command_source: source, prompt },
    mode,
    signal,
  });
  const refusal = stop ?? block;
  if (!refusal) return { type: 'expand', contexts };
  const why = refusal.reason === '' ? '.' : `: ${refusal.reason}`;
  return { type: 'refused', message: `The hook ${refusal.by} refused the command /${name}${why}` };
}
