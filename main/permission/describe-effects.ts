import type { Risk } from '#shared/permission/decision.ts';
import type { CallFacts, CommandFact, ConcretePath, PathFact } from '#shared/permission/facts.ts';
import { isSecretPlace } from './paths/secret-places.ts';
import { printsSecrets } from './shell/secret-commands.ts';
import { unseenCode } from './shell/unseen-code.ts';
import { toolKind } from './tool-kinds.ts';

const VERBS: Partial<Record<PathFact['access'], string>> = { read: 'reads', write: 'writes', delete: 'deletes', enter: 'works in' };

/** Paths that may hold keys, passwords or tokens, and commands that print some. */
interface Secrets {
  readonly paths: ReadonlySet<PathFact>;
  readonly commands: ReadonlySet<CommandFact>;
}

/**
 * Describes a call's effects for the card, and its risk.
 *
 * @param paths Every path of the call, including the shell's.
 */
export function describeEffects(facts: CallFacts, paths: readonly PathFact[]): { readonly effects: string[]; readonly risk: Risk } {
  const secrets = {
    paths: new Set(paths.filter(showsSecret)),
    commands: new Set((facts.shell?.commands ?? []).filter(showsSecrets)),
  };
  return { effects: effectsOf(facts, paths, secrets), risk: riskOf(facts, paths, secrets) };
}

function effectsOf(facts: CallFacts, paths: readonly PathFact[], secrets: Secrets): string[] {
  const effects = new Set<string>();
  for (const fact of paths) {
    const verb = VERBS[fact.access];
    if (verb === undefined) continue;
    effects.add(`${verb} ${fact.spelled}${fact.recursive ? ' and everything in it' : ''}`);
    if (secrets.paths.has(fact)) effects.add(`${fact.spelled} may hold keys, passwords or tokens`);
    if (fact.real !== fact.path && !fact.unresolved) effects.add(`${fact.spelled} leads to ${fact.real}`);
  }
  for (const command of facts.shell?.commands ?? []) {
    if (command.network) effects.add(`${command.program} talks to other machines`);
    if (command.irreversible) effects.add(`${command.text} can not be undone`);
    if (command.opaqueCode) effects.add(`${command.program} ${unseenCode(command)}`);
    if (secrets.commands.has(command)) effects.add(`${command.program} shows keys, passwords or tokens`);
    for (const variable of command.env) if (!variable.harmless) effects.add(`sets ${variable.name}`);
  }
  if (facts.web !== undefined && facts.web.host !== '') effects.add(`talks to ${facts.web.host}`);
  if (facts.mcp !== undefined) effects.add(`runs ${facts.mcp.tool} of the MCP server ${facts.mcp.server}`);
  return [...effects].slice(0, 20);
}

function riskOf(facts: CallFacts, paths: readonly PathFact[], secrets: Secrets): Risk {
  const commands = facts.shell?.commands ?? [];
  if (commands.some((command) => command.irreversible) || paths.some((fact) => fact.access === 'delete')) return 'destructive';
  if (secrets.commands.size > 0 || secrets.paths.size > 0) return 'secrets';
  if (commands.some((command) => command.network) || facts.web !== undefined || facts.toolName === 'WebSearch') return 'network';
  const kind = toolKind(facts.toolName);
  if (kind === 'shell') {
    if (facts.shell?.limits.length === 0 && commands.length > 0 && commands.every((command) => command.readOnly)) {
      return paths.some((fact) => fact.access === 'write') ? 'write' : 'read';
    }
    return commands.length > 0 && commands.every((command) => command.readOnly || command.fileCommand) && facts.shell?.limits.length === 0
      ? 'write'
      : 'execute';
  }
  if (kind === 'edit') return 'write';
  return kind === 'read' || kind === 'search' || kind === 'free' || kind === 'person' ? 'read' : 'execute';
}

/** A word that may name a file counts too: an unknown program could do anything with a key. */
function showsSecret({ access, path, real, matches }: PathFact): boolean {
  if (access !== 'read' && access !== 'mention') return false;
  return isSecret({ path, real }) || matches.some(isSecret);
}

function isSecret({ path, real }: ConcretePath): boolean {
  return isSecretPlace(path) || (real !== path && isSecretPlace(real));
}

function showsSecrets({ program, argv }: CommandFact): boolean {
  return printsSecrets([program, ...argv.slice(1)]);
}
