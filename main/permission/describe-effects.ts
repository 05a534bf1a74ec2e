import { placeEffect } from '#shared/permission/call-place.ts';
import type { Risk } from '#shared/permission/decision.ts';
import type { CallFacts, CommandFact, ConcretePath, PathFact } from '#shared/permission/facts.ts';
import { isInside } from '#main/tool/is-inside.ts';
import { foundEffect, givenNames, removesWhatItFinds } from './shell/effects/found-effects.ts';
import { OF_OTHER_USERS } from './shell/other-shells.ts';
import { isOnHost } from './shell/effects/on-host.ts';
import { onlyWrites } from './shell/effects/only-writes.ts';
import { emptiedFiles, pathEffect, saidPaths } from './shell/effects/path-effects.ts';
import { type Stated, statedEffect } from './shell/effects/stated-effects.ts';
import { finalGitEffect } from './shell/git/git-effects.ts';
import { networkEffect } from './shell/network-programs.ts';
import { isFinalScript } from './shell/script-risk.ts';
import { unseenCode } from './shell/unseen/unseen.ts';
import { toolKind, toolRow } from '#shared/tool-table.ts';
import { isSecretPath } from './paths/secret-path.ts';

/** Commands that print the content of a key ring, a password store, an account or the environment. */
const FORMS = [
  // With a command behind its variables, env prints none.
  /^printenv(?: |$)|^env(?: (?:-\S+|\w+=\S*))*$/u,
  /^security (?:find-(?:generic|internet)-password|dump-keychain|export)\b/u,
  /^(?:pass|gopass)(?: show| ls| find|$| [^-])/u,
  /^(?:op|bw|lpass|rbw|keepassxc-cli) (?:read|get|item|show|export|inject|list|code|document)\b/u,
  /^(?:secret-tool (?:lookup|search)|kwallet-query|keyring get|doppler secrets|infisical secrets|chamber (?:read|export|env))\b/u,
  /^gh auth (?:token|status)\b|^glab auth\b|^heroku auth:token\b|^npm token\b/u,
  /^gcloud (?:auth .*print-|secrets versions access)/u,
  /^aws (?:configure (?:get|export-credentials)|sts (?:get-session-token|assume-role)|secretsmanager get-|ssm get-parameter|ecr get-login)/u,
  /^az (?:account get-access-token|keyvault (?:secret|key))\b/u,
  /^kubectl (?:.* )?(?:secrets?(?:\/| |$)|config view .*--raw)/u,
  /^vault (?:kv get|read|print|token)\b/u,
  /^gpg2? .*--export-secret/u,
  /^git credential(?:-\S+)? (?:fill|get)\b/u,
] as const;
/** One expression for all forms: most commands match none, which it detects at their first letters. */
const SECRET_COMMAND = new RegExp(FORMS.map(({ source }) => source).join('|'), 'u');

/** @param argv The program, without its folder, and its words; `null` for a word known only at run time. */
function printsSecrets(argv: readonly (string | null)[]): boolean {
  return SECRET_COMMAND.test(argv.map((word) => word ?? '?').join(' '));
}

/** Paths that may contain keys, passwords or tokens, and commands that print some. */
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
  const secrets = secretsOf(facts, paths);
  return { effects: effectsOf(facts, paths, secrets), risk: riskOf(facts, paths, secrets) };
}

function secretsOf(facts: CallFacts, paths: readonly PathFact[]): Secrets {
  return { paths: new Set(paths.filter(showsSecret)), commands: new Set((facts.shell?.commands ?? []).filter(showsSecrets)) };
}

/** Whether it may read or show keys, passwords or tokens. */
export function mayShowSecrets(facts: CallFacts, paths: readonly PathFact[]): boolean {
  const secrets = secretsOf(facts, paths);
  return secrets.paths.size > 0 || secrets.commands.size > 0;
}

function effectsOf(facts: CallFacts, paths: readonly PathFact[], secrets: Secrets): string[] {
  const effects = new Set<string>(facts.place ? [placeEffect(facts.place.in)] : []);
  const commands = facts.shell?.commands ?? [];
  const stated = new Map(commands.map((command) => [command, effectOf(command)]));
  const isSaid = saidPaths(stated);
  // A removal that is filtered takes a part of the folder.
  const finds = new Map(
    commands
      .filter((command) => command.program === 'find' && removesWhatItFinds(command))
      .flatMap((find) => find.paths.map((fact) => [fact, find])),
  );
  const emptied = emptiedFiles(facts);
  // What ssh runs elsewhere is said with ssh.
  const onHosts = new Set(commands.filter((command) => isOnHost(command, commands)));
  const otherFiles = new Set([...onHosts].flatMap((command) => command.paths.filter(({ access }) => access !== 'delete')));
  const given = givenNames(commands);
  // What another program runs may act elsewhere: `docker rm web`.
  const goneHere = facts.place === undefined ? commands.filter(({ runBy }) => runBy === undefined) : [];
  const gone = new Set(goneHere.flatMap((command) => command.paths).filter(isNowhere));
  const used = new Set(paths.flatMap(({ access, real }) => (access === 'mention' ? [] : [real])));
  for (const fact of paths) {
    const own = gone.has(fact) ? `deletes ${fact.spelled} (not there now)` : pathEffect(fact, emptied, facts.place === undefined);
    const ofNames = given.get(fact);
    if (own === undefined && ofNames === undefined) {
      if (secrets.paths.has(fact) && !used.has(fact.real)) effects.add(secretNamed(fact, commands));
      continue;
    }
    const find = fact.access === 'write' && fact.via === 'operand' ? finds.get(fact) : undefined;
    if (find !== undefined) effects.add(foundEffect(find, fact.spelled));
    else if (ofNames !== undefined) effects.add(ofNames);
    else if (own !== undefined && !isSaid(fact) && !otherFiles.has(fact)) effects.add(own);
    if (secrets.paths.has(fact)) effects.add(`${fact.spelled} may contain keys, passwords or tokens`);
    if (fact.real !== fact.path && !fact.unresolved) effects.add(`${fact.spelled} is a link to ${fact.real}`);
  }
  for (const command of commands) {
    const own = stated.get(command);
    if (own !== undefined && (!onHosts.has(command) || command.irreversible)) effects.add(own.text);
    if (command.network && own?.ofNetwork !== true) effects.add(networkEffect(command.program, command.argv.slice(1)));
    // The command that runs it names it too.
    const isNamed = command.runBy !== undefined && commands[command.runBy]?.irreversible === true;
    if (isFinal(command) && !isNamed && !removesNothing(command, gone)) effects.add(`${command.text} can’t be undone`);
    // The name of a program keeps its case, so no sentence starts with it.
    if (OF_OTHER_USERS.has(command.program)) effects.add(`runs with the rights of another user (${command.program})`);
    if (command.opaqueCode) effects.add(`${unseenCode(command)} (${command.program})`);
    if (secrets.commands.has(command)) effects.add(`shows keys, passwords or tokens (${command.program})`);
    for (const variable of command.env) if (!variable.harmless) effects.add(`sets ${variable.name}`);
  }
  if (facts.web !== undefined && facts.web.host !== '') effects.add(`connects to ${facts.web.host}`);
  if (facts.mcp !== undefined) effects.add(`runs the tool ${facts.mcp.tool} of the MCP server ${facts.mcp.server}`);
  if (changesSetting(facts)) effects.add(`changes your setting ${facts.scalars['setting'] ?? ''}`);
  if (removesWorktree(facts)) effects.add('removes the worktree and its branch');
  return [...effects].slice(0, 20);
}

/** Of a secret file that a command is given by name: it may read it, and send it where it connects. */
function secretNamed(fact: PathFact, commands: readonly CommandFact[]): string {
  const sends = commands.some(({ network, paths }) => network && paths.includes(fact));
  return `may ${sends ? 'send' : 'read'} ${fact.spelled}, which may contain keys, passwords or tokens`;
}

function effectOf(command: CommandFact): Stated | undefined {
  const stated = statedEffect(command);
  if (stated !== undefined) return stated;
  const ofGit = finalGitEffect(command);
  return ofGit === undefined ? undefined : { text: ofGit, ofPaths: false, ofNetwork: false };
}

function removesWorktree({ toolName, scalars }: CallFacts): boolean {
  return toolName === 'ExitWorktree' && scalars['action'] === 'remove';
}

function changesSetting({ toolName, scalars }: CallFacts): boolean {
  return toolName === 'Config' && scalars['value'] !== undefined;
}

const isFinal = ({ irreversible, scriptRisk }: CommandFact): boolean => irreversible || isFinalScript(scriptRisk);

const isNowhere = ({ access, missing }: PathFact): boolean => access === 'delete' && missing === true;

/** It removes files by their names, and none is there now. */
function removesNothing({ program, paths }: CommandFact, gone: ReadonlySet<PathFact>): boolean {
  const deleted = paths.filter(({ access }) => access === 'delete');
  return program === 'rm' && deleted.length > 0 && deleted.every((fact) => gone.has(fact));
}

/**
 * Paths below the working directory that go without a loss: those of `rmdir`, which fails where anything is in them, and those that `mv`
 * gives a name that is free, also below it.
 */
function goneWithoutLoss({ shell, cwd, realDirs }: CallFacts): ReadonlySet<PathFact> {
  const here = realDirs[cwd] ?? cwd;
  const isHere = ({ real, unresolved, glob }: PathFact): boolean => !unresolved && !glob && real !== here && isInside(real, here);
  const kept = (shell?.commands ?? []).filter(
    ({ program, paths }) => program === 'rmdir' || (program === 'mv' && movesToFreeNames(paths, isHere)),
  );
  return new Set(kept.flatMap(({ paths }) => paths).filter(isHere));
}

function movesToFreeNames(paths: readonly PathFact[], isHere: (fact: PathFact) => boolean): boolean {
  const written = paths.filter(({ access }) => access === 'write');
  const holdsAnother = ({ real }: PathFact): boolean => written.some((other) => other.real !== real && isInside(other.real, real));
  return (
    written.some(({ missing }) => missing === true) &&
    written.every((fact) => isHere(fact) && (fact.missing === true || holdsAnother(fact)))
  );
}

function riskOf(facts: CallFacts, paths: readonly PathFact[], secrets: Secrets): Risk {
  const commands = facts.shell?.commands ?? [];
  if (removesWorktree(facts)) return 'destructive';
  const harmless = goneWithoutLoss(facts);
  if (commands.some(isFinal) || paths.some((fact) => fact.access === 'delete' && !harmless.has(fact))) return 'destructive';
  if (secrets.commands.size > 0 || secrets.paths.size > 0) return 'secrets';
  if (
    commands.some((command) => command.network || command.scriptRisk === 'network') ||
    facts.web !== undefined ||
    toolRow(facts.toolName)?.network
  )
    return 'network';
  const kind = toolKind(facts.toolName);
  if (kind === 'shell') {
    if (facts.shell?.limits.length === 0 && commands.length > 0 && commands.every((command) => command.readOnly)) {
      return paths.some((fact) => fact.access === 'write') ? 'write' : 'read';
    }
    const runsNoCode = (command: CommandFact): boolean => command.readOnly || command.fileCommand || onlyWrites(command);
    return commands.length > 0 && commands.every(runsNoCode) && facts.shell?.limits.length === 0 ? 'write' : 'execute';
  }
  if (kind === 'edit' || changesSetting(facts)) return 'write';
  return kind === 'read' || kind === 'search' || kind === 'free' || kind === 'person' ? 'read' : 'execute';
}

/** A word that may name a file counts too: an unknown program could do anything with a key. */
function showsSecret({ access, path, real, matches }: PathFact): boolean {
  if (access !== 'read' && access !== 'mention') return false;
  return isSecret({ path, real }) || matches.some(isSecret);
}

function isSecret({ path, real }: ConcretePath): boolean {
  return isSecretPath(path) || (real !== path && isSecretPath(real));
}

function showsSecrets({ program, argv }: CommandFact): boolean {
  return printsSecrets([program, ...argv.slice(1)]);
}
