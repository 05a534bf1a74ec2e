import { commandRuleTool } from '#shared/tool-table.ts';
import { isAbsolute, join } from 'node:path';
import { makePermissionContext, type ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { PermissionCall, PermissionEngine } from '#main/permission/permission-engine.ts';
import type { RuleSet } from '#shared/contract/rule-sets.ts';
import type { RuleDraft, TriedCall } from '#shared/contract/rules.ts';
import type { CallFacts } from '#shared/permission/facts.ts';
import type { RuleDestination, RuleEntry } from '#shared/permission/rule.ts';
import type { OpenProject } from '../project/open-project.ts';
import { permissionContextOf } from '../session/permission-snapshot.ts';
import type { OpenSession } from '../session/open-session.ts';

export interface DraftContext {
  readonly project: OpenProject;
  /** Adds this session's own rules and folders. */
  readonly opened: OpenSession | undefined;
  readonly homeDir: string;
  readonly stateDir: string;
}

/** The rules in force as a snapshot, for decisions that aren't about one of the session's own calls. */
export function contextForDrafts({ project, opened, homeDir, stateDir }: DraftContext, mode: 'default' | 'current'): ToolPermissionContext {
  const view = opened?.session.view ?? { mode: 'default' as const, sessionRules: [], directories: [], skillsInUse: [] };
  return permissionContextOf({
    settings: project.settings.current(),
    mode: mode === 'default' ? 'default' : view.mode,
    sessionRules: view.sessionRules,
    skillsInUse: view.skillsInUse,
    directories: view.directories,
    projectDir: project.projectDir,
    homeDir,
    stateDir,
    sessionDir: opened?.session.log.sessionDir ?? stateDir,
    isBypassAvailable: false,
    isNonInteractive: false,
    isAutoAvailable: false,
    prePlanMode: undefined,
    commandPath: undefined,
  });
}

/** The rule entries a draft would become. */
export function draftEntries(draftContext: Pick<DraftContext, 'project'>, { behavior, texts, destination }: RuleDraft): RuleEntry[] {
  return entriesOf(
    draftContext,
    texts.map((text) => ({ behavior, text })),
    destination,
  );
}

/** The rule entries that these rules would become in a file. */
export function entriesOf(
  { project }: Pick<DraftContext, 'project'>,
  rules: readonly Pick<RuleEntry, 'behavior' | 'text'>[],
  destination: RuleDestination,
): RuleEntry[] {
  const { paths } = project.settings.current();
  const file = destination === 'session' ? {} : { file: paths[destination] };
  return rules.map(({ behavior, text }, index) => ({ id: `draft:${behavior}:${index}`, behavior, source: destination, text, ...file }));
}

/** The context with a set of rules added, or with the set and the managed rules alone. */
export function withRuleSet(
  context: ToolPermissionContext,
  draftContext: Pick<DraftContext, 'project'>,
  set: RuleSet,
): ToolPermissionContext {
  const added = entriesOf(draftContext, set.rules, set.destination);
  if (!set.instead) return withDraft(context, added, set.replaces);
  return makePermissionContext({ ...context, rules: [...context.rules.filter(({ source }) => source === 'policy'), ...added] });
}

export function withDraft(
  context: ToolPermissionContext,
  draft: readonly RuleEntry[],
  replaces: string | undefined,
): ToolPermissionContext {
  return makePermissionContext({ ...context, rules: [...context.rules.filter(({ id }) => id !== replaces), ...draft] });
}

/** The context with one more allow rule, of this project. */
export function withAllowRule(text: string, context: ToolPermissionContext): ToolPermissionContext {
  return withDraft(context, [{ id: 'draft:allow:0', behavior: 'allow', source: 'local', text }], undefined);
}

/** A call that a person wants to try, built as a tool would build it. */
export function triedCall(
  tried: TriedCall,
  { projectDir, homeDir }: { readonly projectDir: string; readonly homeDir: string },
): PermissionCall {
  const call = (toolName: string, input: Record<string, unknown>): PermissionCall => ({ toolName, input, cwd: projectDir });
  switch (tried.type) {
    case 'command':
      return call('Bash', { command: tried.command });
    case 'path': {
      const spelled = tried.path.replace(/^~(?=\/|$)/u, homeDir);
      const path = isAbsolute(spelled) ? spelled : join(projectDir, spelled);
      return call(tried.access === 'read' ? 'Read' : 'Edit', { file_path: path });
    }
    case 'address':
      return call('WebFetch', { url: tried.url });
    case 'tool':
      return call(tried.name, {});
  }
}

export interface SuggestedRules {
  readonly texts: string[];
  readonly destination: RuleDestination;
}

/** Rules to offer for a past call: what the queue would suggest, otherwise a rule for exactly this call. */
export function rulesForCall(facts: CallFacts, context: ToolPermissionContext, engine: PermissionEngine): SuggestedRules {
  const bare = makePermissionContext({ ...context, rules: [], mode: 'default' });
  const { suggestions } = engine.decide(facts, bare);
  const offered = suggestions.find((suggestion) => suggestion.type === 'addRules');
  if (offered) return { texts: offered.rules, destination: offered.destination };
  return { texts: [exactRule(facts)], destination: 'local' };
}

function exactRule({ toolName, shell, paths, web, target }: CallFacts): string {
  const [file] = paths;
  if (shell && !shell.line.includes('\n')) return `${commandRuleTool(toolName)}(${shell.line.replace(/[()*\\]/gu, '\\$&')})`;
  if (web?.host) return `WebFetch(domain:${web.host})`;
  if (file && !file.unresolved) {
    const tool = file.access === 'write' || file.access === 'delete' ? 'Edit' : 'Read';
    return `${tool}(/${file.real.replace(/[[\]*?]/gu, '\\$&')}${file.recursive ? '/**' : ''})`;
  }
  return target === undefined ? toolName : `${toolName}(${target})`;
}
