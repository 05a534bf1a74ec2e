import path from 'node:path';
import { type CallPlace, type PlaceInUse, placeName } from '#shared/permission/call-place.ts';
import type { CallFacts, McpFacts, PathFact, ShellFacts } from '#shared/permission/facts.ts';
import { FACTS_VERSION } from '#shared/permission/facts-version.ts';
import { isRecord } from '#shared/is-record.ts';
import { canonicalToolName, toolKind, toolRow } from '#shared/tool-table.ts';
import type { ToolPermissionContext } from './tool-permission-context.ts';
import type { PermissionCall } from './permission-engine.ts';
import { makePathFact } from './paths/make-path-fact.ts';
import { withOutsideReads } from './paths/outside-reads.ts';
import type { RealFolders } from './paths/real-folders.ts';
import { afterChanges } from './shell/after-changes.ts';
import { afterGitChanges } from './shell/after-git-changes.ts';
import { analysePowerShell, forbiddenRemoval } from './shell/analyse-powershell.ts';
import { analyseShell } from './shell/analyse-shell.ts';
import { filesChoosePrograms } from './shell/version-files.ts';
import type { ScriptReader } from './shell/parse/script-reader.ts';
import { webFacts } from './web/host.ts';
import { parseRule } from '#shared/permission/grammar.ts';
import { mcpNamePart } from '#shared/permission/mcp-name-part.ts';

/** State shared by all calls. */
interface Sources {
  readonly scripts: ScriptReader;
  readonly folders: RealFolders;
}

/** Gathers every fact a decision needs. Never throws: an error is reported in `failure`. */
export function analyseCall(call: PermissionCall, context: ToolPermissionContext, { scripts, folders }: Sources): CallFacts {
  const toolName = canonicalToolName(call.toolName);
  const base: CallFacts = {
    version: FACTS_VERSION,
    toolName,
    cwd: call.cwd,
    realDirs: realDirs(context, folders),
    scalars: scalars(call.input),
    requiresUserInteraction: call.requiresUserInteraction === true || toolKind(toolName) === 'person',
    paths: [],
  };
  try {
    const worktrees = folders.worktreesOf(context.projectDir);
    const own = details({ ...call, toolName }, context, scripts, base.realDirs);
    const facts = { ...base, ...(worktrees.length > 0 && { worktrees }), ...own };
    return withOutsideReads(facts, { home: context.homeDir, workingDirs: workingDirs(context, base.realDirs) });
  } catch (error) {
    return { ...base, failure: `The call could not be analysed: ${error instanceof Error ? error.message : 'unknown error'}` };
  }
}

function details(
  call: PermissionCall,
  context: ToolPermissionContext,
  scripts: ScriptReader,
  realDirs: CallFacts['realDirs'],
): Partial<CallFacts> {
  switch (toolKind(call.toolName)) {
    case 'shell': {
      const command = text(call, 'command');
      if (command === undefined) {
        const url = call.toolName === 'Monitor' ? socketUrl(call) : undefined;
        // Deny and ask rules for the site count; the tool itself asks about each address.
        // The connection is Gatehouse’s own, wherever commands run.
        return url === undefined ? { failure: 'The command is missing.' } : { web: webFacts(url.replace(/^ws/iu, 'http')) };
      }
      const { commandPlace } = context;
      if (commandPlace?.type === 'unknown') return { failure: commandPlace.why };
      if (call.toolName === 'PowerShell') {
        if (commandPlace) return { failure: `PowerShell runs only on this machine; commands run in ${placeName(commandPlace)}.` };
        const forbidden = forbiddenRemoval(command);
        return { shell: analysePowerShell(command), ...(forbidden !== undefined && { failure: forbidden }) };
      }
      const { projectDir, homeDir: home, searchPath } = context;
      const places = {
        cwd: call.cwd,
        home,
        projectDir,
        searchPath,
        workingDirs: workingDirs(context, realDirs),
        seeksHidden: hasPathRule(context),
      };
      const shell = afterChanges(afterGitChanges(analyseShell(command, places, scripts)), { home, searchPath });
      return commandPlace ? { shell, place: callPlace(commandPlace, shell, places.workingDirs) } : { shell };
    }
    case 'read':
    case 'edit': {
      const spelled = text(call, toolRow(call.toolName)?.primaryField ?? 'file_path');
      if (spelled === undefined) return { failure: 'The path is missing.' };
      return { paths: [inputPath(call, context, spelled, toolKind(call.toolName) === 'edit' ? 'write' : 'read')] };
    }
    case 'search':
      return { paths: searchPaths(call, context) };
    case 'web':
      return { web: webFacts(text(call, 'url') ?? '') };
    case 'mcp':
      return { mcp: mcpFacts(call) };
    default:
      return targetOf(call);
  }
}

/** What is known of the files and programs there. A version manager in an image may run what a file of the project names. */
function callPlace(place: PlaceInUse, shell: ShellFacts, workingDirs: readonly string[]): CallPlace {
  const known =
    place.type === 'container' && !place.fromRepository && !shell.commands.some(({ cwd }) => filesChoosePrograms(cwd, workingDirs));
  return { in: place, known };
}

function hasPathRule({ rules }: ToolPermissionContext): boolean {
  return rules.some(({ behavior, text: rule }) => behavior !== 'allow' && parseRule(rule, behavior).body.kind === 'path');
}

function socketUrl({ input }: PermissionCall): string | undefined {
  const { ws } = input;
  return isRecord(ws) && typeof ws['url'] === 'string' ? ws['url'] : undefined;
}

/** Each folder as spelled and with links resolved. */
function workingDirs({ projectDir, additionalWorkingDirectories }: ToolPermissionContext, realDirs: CallFacts['realDirs']): string[] {
  return [projectDir, ...additionalWorkingDirectories].flatMap((dir) => [dir, realDirs[dir] ?? dir]);
}

function searchPaths(call: PermissionCall, context: ToolPermissionContext): PathFact[] {
  const root = text(call, 'path') ?? '.';
  const facts = [{ ...inputPath(call, context, root, call.toolName === 'Grep' ? 'read' : 'list'), recursive: true }];
  const pattern = call.toolName === 'Glob' ? text(call, 'pattern') : text(call, 'glob');
  if (pattern === undefined) return facts;
  const base = facts[0]?.path ?? call.cwd;
  const mention = inputPath({ ...call, cwd: base }, context, pattern, 'mention');
  facts.push({ ...mention, recursive: false });
  const fixed = pattern.split(/[*?[{]/u)[0] ?? '';
  const climbs = pattern.startsWith('/') || pattern.startsWith('~') || /(?:^|\/)\.\.(?:\/|$)/u.test(pattern);
  if (climbs) {
    const folder = /(?:^|\/)\.\.(?:\/|$)/u.test(pattern.slice(fixed.length)) ? '/' : fixed === '' ? '.' : fixed;
    facts.push({ ...inputPath({ ...call, cwd: base }, context, folder, 'list'), recursive: true });
  }
  return facts;
}

function inputPath(call: PermissionCall, context: ToolPermissionContext, spelled: string, access: PathFact['access']): PathFact {
  return makePathFact({ spelled, access, via: 'input', cwd: call.cwd, home: context.homeDir });
}

/** Splits `mcp__server__tool` as far as the name alone is unambiguous. */
function mcpFacts(call: PermissionCall): McpFacts {
  const parts = call.toolName.slice('mcp__'.length).split('__');
  const { mcp } = call;
  const server = mcp === undefined ? (parts[0] ?? '') : mcpNamePart(mcp.serverName);
  return {
    server,
    tool: mcp === undefined ? parts.slice(1).join('__') : mcpNamePart(mcp.toolName),
    ambiguous: mcp === undefined && parts.length !== 2,
    ...(mcp?.suspended === undefined ? {} : { suspended: mcp.suspended }),
  };
}
function targetOf(call: PermissionCall): Partial<CallFacts> {
  if (call.toolName === 'Agent') return { target: text(call, 'subagent_type') ?? 'general-purpose' };
  if (call.toolName === 'Skill') return { target: (text(call, 'skill') ?? '').replace(/^\//u, '') };
  if (call.toolName === 'Workflow' && text(call, 'script') === undefined && text(call, 'scriptPath') === undefined)
    return { target: text(call, 'name') ?? '' };
  if (call.toolName === 'EnterWorktree') return { target: text(call, 'path') === undefined ? 'new' : 'path' };
  return {};
}

function text(call: PermissionCall, field: string): string | undefined {
  const value = call.input[field];
  return typeof value === 'string' ? value : undefined;
}

export function scalars(input: Readonly<Record<string, unknown>>): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, value] of Object.entries(input)) {
    if (typeof value === 'number' || typeof value === 'boolean') found[name] = String(value);
    else if (typeof value === 'string' && value.length <= 1000) found[name] = value;
  }
  return found;
}

export function realDirs(context: ToolPermissionContext, folders: RealFolders): Record<string, string> {
  const dirs = [context.projectDir, context.homeDir, context.stateDir, ...context.additionalWorkingDirectories, ...context.readableDirs];
  dirs.push(path.join(context.homeDir, '.claude'));
  return Object.fromEntries(dirs.map((dir) => [dir, folders.of(dir)]));
}
