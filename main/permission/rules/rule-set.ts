import path from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { parseRule } from '#shared/permission/grammar.ts';
import type { ParsedRule } from '#shared/permission/rule-body.ts';
import type { RuleBehavior, RuleEntry } from '#shared/permission/rule.ts';
import type { ToolPermissionContext } from '../context.ts';
import { isTooBroadForAuto } from '../classifier/broad-rules.ts';
import { type CommandIndex, indexCommands } from './command-index.ts';
import { type AnchoredPattern, anchorPattern } from './path-pattern.ts';

/** A rule ready for matching. */
export interface ActiveRule {
  readonly entry: RuleEntry;
  readonly parsed: ParsedRule;
}

export interface PathRule extends ActiveRule {
  readonly anchored: AnchoredPattern;
}

/** Path rules of one source and anchor, in the order they were written: a later `!pattern` takes back an earlier one. */
interface PathGroup {
  readonly anchor: string;
  readonly matcher: Ignore;
  readonly rules: readonly PathRule[];
}

/** All rules of one behaviour that count, sorted by what they speak of. */
export interface RuleSet {
  readonly behavior: RuleBehavior;
  readonly whole: ReadonlyMap<string, ActiveRule>;
  readonly globs: readonly ActiveRule[];
  readonly mcp: readonly ActiveRule[];
  readonly commands: ReadonlyMap<string, CommandIndex>;
  readonly paths: ReadonlyMap<string, readonly PathGroup[]>;
  readonly pathRules: ReadonlyMap<string, readonly PathRule[]>;
  readonly domains: readonly ActiveRule[];
  readonly params: readonly ActiveRule[];
  readonly targets: readonly ActiveRule[];
  /** Allow rules that are too wide to count in auto mode. */
  readonly setAside: readonly ActiveRule[];
}

export type Rules = Readonly<Record<RuleBehavior, RuleSet>>;

const known = new WeakMap<ToolPermissionContext, Rules>();

/** The rules of a snapshot, parsed once. */
export function rulesOf(context: ToolPermissionContext): Rules {
  const cached = known.get(context);
  if (cached !== undefined) return cached;
  const rules: Rules = { deny: build('deny', context), ask: build('ask', context), allow: build('allow', context) };
  known.set(context, rules);
  return rules;
}

function build(behavior: RuleBehavior, context: ToolPermissionContext): RuleSet {
  const whole = new Map<string, ActiveRule>();
  const commands = new Map<string, ActiveRule[]>();
  const pathRules = new Map<string, PathRule[]>();
  const globs: ActiveRule[] = [];
  const mcp: ActiveRule[] = [];
  const domains: ActiveRule[] = [];
  const params: ActiveRule[] = [];
  const targets: ActiveRule[] = [];
  const setAside: ActiveRule[] = [];
  for (const entry of context.rules) {
    if (entry.behavior !== behavior || entry.inert !== undefined) continue;
    const parsed = parseRule(entry.text, behavior);
    const rule = { entry, parsed };
    if (behavior === 'allow' && context.mode === 'auto' && isTooBroadForAuto(parsed)) {
      setAside.push(rule);
      continue;
    }
    switch (parsed.body.kind) {
      case 'whole':
        if (!whole.has(parsed.tool)) whole.set(parsed.tool, rule);
        break;
      case 'toolGlob':
        globs.push(rule);
        break;
      case 'mcp':
        mcp.push(rule);
        break;
      case 'command':
        append(commands, parsed.tool, rule);
        break;
      case 'path':
        append(pathRules, parsed.tool, { ...rule, anchored: anchorPattern(parsed.body.pattern, anchors(entry, context)) });
        break;
      case 'domain':
        domains.push(rule);
        break;
      case 'param':
        params.push(rule);
        break;
      case 'target':
        targets.push(rule);
        break;
      case 'inert':
        break;
    }
  }
  const paths = new Map([...pathRules].map(([tool, rules]) => [tool, group(rules)]));
  const commandIndex = new Map([...commands].map(([tool, list]) => [tool, indexCommands(list)]));
  return { behavior, whole, globs, mcp, commands: commandIndex, paths, pathRules, domains, params, targets, setAside };
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/** Where a single leading slash points: the settings source's folder (SPEC G3). */
function anchors(entry: RuleEntry, context: ToolPermissionContext): { home: string; start: string; settings: string | undefined } {
  return { home: context.homeDir, start: context.projectDir, settings: settingsFolder(entry, context) };
}

function settingsFolder(entry: RuleEntry, context: ToolPermissionContext): string | undefined {
  if (entry.source === 'project' || entry.source === 'local') return context.projectDir;
  if (entry.source === 'user') return entry.file === undefined ? path.join(context.homeDir, '.claude') : path.dirname(entry.file);
  if (entry.file !== undefined) return path.dirname(entry.file);
  return entry.behavior === 'allow' ? undefined : context.projectDir;
}

function group(rules: readonly PathRule[]): PathGroup[] {
  const groups = new Map<string, { anchor: string; rules: PathRule[] }>();
  for (const rule of rules) {
    const { anchor } = rule.anchored;
    if (anchor === undefined) continue;
    const key = `${rule.entry.source}\0${anchor}`;
    const list = groups.get(key);
    if (list === undefined) groups.set(key, { anchor, rules: [rule] });
    else list.rules.push(rule);
  }
  return [...groups.values()].map(({ anchor, rules: members }) => {
    const matcher = ignore({ ignorecase: true, allowRelativePaths: false });
    members.forEach((rule, index) => matcher.add({ pattern: rule.anchored.pattern, mark: String(index) }));
    return { anchor, matcher, rules: members };
  });
}

/** The path rule that matches, if one does. `realDirs` gives anchors their real place, so links on the way there don't hide a match. */
export function matchPath(set: RuleSet, tool: string, file: string, realDirs: Readonly<Record<string, string>>): ActiveRule | undefined {
  for (const { anchor, matcher, rules } of set.paths.get(tool) ?? []) {
    for (const base of new Set([anchor, realDirs[anchor] ?? anchor])) {
      const relative = path.relative(base, file).normalize('NFC');
      if (relative === '' || relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative)) continue;
      const result = matcher.test(relative);
      if (result.ignored) return rules[Number(result.rule?.mark)] ?? rules[0];
    }
  }
  return undefined;
}
