import path from 'node:path';
import type { RuleBehavior, RuleEntry } from '#shared/permission/rule.ts';
import { atOnce, type Steps } from '#shared/steps.ts';
import type { ToolPermissionContext } from '../tool-permission-context.ts';
import { isTooBroadForAuto } from '../classifier/broad-rules.ts';
import type { ActiveRule, PathRule } from './active-rule.ts';
import { type CommandIndex, indexingCommands } from './command-index.ts';
import { parsedRule } from './parsed-rule.ts';
import { PathMatcher } from './path-matcher.ts';
import { isPlainPath } from '../paths/plain-path.ts';
import { originalOf } from '../paths/worktree-copy.ts';
import { anchorPattern } from './path-pattern.ts';

/** Path rules of one source and anchor, in the order written: a later `!pattern` overrides an earlier one. */
interface PathGroup {
  readonly anchor: string;
  readonly matcher: PathMatcher;
}

/** All active rules of one behaviour, indexed by what they match. */
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
  /** Rules that start with a tool's name but can't be parsed, so what they were meant to cover isn't known. By tool. */
  readonly unreadable: ReadonlyMap<string, ActiveRule>;
  /** Allow rules too wide to count in auto mode. */
  readonly setAside: readonly ActiveRule[];
}

export type Rules = Readonly<Record<RuleBehavior, RuleSet>>;

/** Everything the indexed rules depend on; snapshots with equal inputs share them. */
interface RuleInputs extends Pick<ToolPermissionContext, 'rules' | 'projectDir' | 'settingsDir' | 'homeDir'> {
  readonly isAuto: boolean;
}

interface Prepared {
  readonly inputs: RuleInputs;
  readonly rules: Rules;
}

const known = new WeakMap<ToolPermissionContext, Rules>();
/** The most recently used rule lists, newest first: most new snapshots change a mode or a folder, not the rules. */
const latest: Prepared[] = [];
const KEPT = 8;

/** The rules of a snapshot, parsed once as long as they stay the same. */
export function rulesOf(context: ToolPermissionContext): Rules {
  return known.get(context) ?? atOnce(preparingRules(context));
}

/** `rulesOf` in steps, to run while idle before the first decision. */
export function* preparingRules(context: ToolPermissionContext): Steps<Rules> {
  const { rules: entries, projectDir, settingsDir, homeDir, mode } = context;
  const inputs: RuleInputs = { rules: entries, projectDir, settingsDir, homeDir, isAuto: mode === 'auto' };
  const alike = latest.find((one) => sameInputs(one.inputs, inputs));
  const rules = alike?.rules ?? {
    deny: yield* build('deny', inputs),
    ask: yield* build('ask', inputs),
    allow: yield* build('allow', inputs),
  };
  known.set(context, rules);
  if (alike === undefined) {
    latest.unshift({ inputs, rules });
    latest.length = Math.min(latest.length, KEPT);
  }
  return rules;
}

/** A few allow rules alone, indexed as they would be in a snapshot. */
export function allowRulesOf(entries: readonly RuleEntry[], { projectDir, homeDir, mode }: ToolPermissionContext): RuleSet {
  return atOnce(build('allow', { rules: entries, projectDir, homeDir, isAuto: mode === 'auto' }));
}

function sameInputs(a: RuleInputs, b: RuleInputs): boolean {
  if (
    a.projectDir !== b.projectDir ||
    a.settingsDir !== b.settingsDir ||
    a.homeDir !== b.homeDir ||
    a.isAuto !== b.isAuto ||
    a.rules.length !== b.rules.length
  )
    return false;
  return a.rules.every((rule, index) => sameEntry(rule, b.rules[index]));
}

function sameEntry(a: RuleEntry, b: RuleEntry | undefined): boolean {
  if (a === b) return true;
  if (b === undefined || a.text !== b.text || a.behavior !== b.behavior || a.source !== b.source || a.inert !== b.inert) return false;
  return a.unseen === b.unseen && a.file === b.file && a.line === b.line && a.column === b.column && a.id === b.id;
}

function* build(behavior: RuleBehavior, inputs: RuleInputs): Steps<RuleSet> {
  const whole = new Map<string, ActiveRule>();
  const commands = new Map<string, ActiveRule[]>();
  const pathRules = new Map<string, PathRule[]>();
  const globs: ActiveRule[] = [];
  const mcp: ActiveRule[] = [];
  const domains: ActiveRule[] = [];
  const params: ActiveRule[] = [];
  const targets: ActiveRule[] = [];
  const setAside: ActiveRule[] = [];
  const unreadable = new Map<string, ActiveRule>();
  for (const entry of inputs.rules) {
    if (entry.behavior !== behavior || entry.inert !== undefined) continue;
    yield;
    const parsed = parsedRule(entry.text, behavior);
    const rule = { entry, parsed };
    if (behavior === 'allow' && inputs.isAuto && isTooBroadForAuto(parsed)) {
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
        for (const projectDir of foldersOfRules(behavior, inputs)) {
          const from = anchors(entry, { ...inputs, projectDir });
          append(pathRules, parsed.tool, { ...rule, anchored: anchorPattern(parsed.body.pattern, from, behavior) });
        }
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
        if (parsed.body.unreadable) unreadable.set(parsed.tool, rule);
        break;
    }
  }
  const paths = new Map<string, readonly PathGroup[]>();
  for (const [tool, rules] of pathRules) paths.set(tool, yield* grouping(rules));
  const commandIndex = new Map<string, CommandIndex>();
  for (const [tool, list] of commands) commandIndex.set(tool, yield* indexingCommands(list));
  return { behavior, whole, globs, mcp, commands: commandIndex, paths, pathRules, domains, params, targets, unreadable, setAside };
}

function append<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

/** Where patterns start: in a worktree, what is forbidden in the project stays forbidden there. */
function foldersOfRules(behavior: RuleBehavior, { projectDir, settingsDir }: RuleInputs): string[] {
  return behavior === 'allow' || settingsDir === undefined ? [projectDir] : [projectDir, settingsDir];
}

/** The folder for a single leading slash: that of the settings source (SPEC G3). */
function anchors(entry: RuleEntry, inputs: RuleInputs): { home: string; start: string; settings: string | undefined } {
  return { home: inputs.homeDir, start: inputs.projectDir, settings: settingsFolder(entry, inputs) };
}

function settingsFolder(entry: RuleEntry, inputs: RuleInputs): string | undefined {
  if (entry.source === 'project' || entry.source === 'local') return inputs.projectDir;
  if (entry.source === 'user') return entry.file === undefined ? path.join(inputs.homeDir, '.claude') : path.dirname(entry.file);
  if (entry.file !== undefined) return path.dirname(entry.file);
  return entry.behavior === 'allow' ? undefined : inputs.projectDir;
}

function* grouping(rules: readonly PathRule[]): Steps<PathGroup[]> {
  const groups = new Map<string, { anchor: string; rules: PathRule[] }>();
  for (const rule of rules) {
    yield;
    const { anchor } = rule.anchored;
    if (anchor === undefined) continue;
    const key = `${rule.entry.source}\0${anchor}`;
    const list = groups.get(key);
    if (list === undefined) groups.set(key, { anchor, rules: [rule] });
    else list.rules.push(rule);
  }
  const made: PathGroup[] = [];
  for (const { anchor, rules: members } of groups.values()) made.push({ anchor, matcher: yield* PathMatcher.making(members) });
  return made;
}

/**
 * The path rule that matches, if any. `realDirs` maps anchors to their real paths, so that links in the anchor don't hide a match. Deny and ask
 * rules about a file also match its copies in worktrees, which the agent can make without asking.
 */
export function matchPath(set: RuleSet, tool: string, file: string, realDirs: Readonly<Record<string, string>>): ActiveRule | undefined {
  const groups = set.paths.get(tool);
  if (groups === undefined) return undefined;
  const original = set.behavior === 'allow' ? undefined : originalOf(file);
  const match = (one: string): ActiveRule | undefined => matchOne(groups, one, realDirs, set.behavior !== 'allow');
  return match(file) ?? (original === undefined ? undefined : match(original));
}

const ASCII = /^\p{ASCII}*$/u;

/** @param alike Spellings that some file systems treat as the same name count too (`ſecrets` for `secrets`). */
function matchOne(
  groups: readonly PathGroup[],
  file: string,
  realDirs: Readonly<Record<string, string>>,
  alike: boolean,
): ActiveRule | undefined {
  const hasOneSpelling = ASCII.test(file);
  for (const { anchor, matcher } of groups) {
    const real = realDirs[anchor] ?? anchor;
    for (const base of real === anchor ? [anchor] : [anchor, real]) {
      const relative = below(base, file);
      if (relative === undefined) continue;
      const rule = hasOneSpelling
        ? matcher.match(relative)
        : (matcher.match(relative.normalize('NFC')) ?? (alike ? matcher.match(relative.normalize('NFKC')) : undefined));
      if (rule !== undefined) return rule;
    }
  }
  return undefined;
}

/** A path relative to a folder that contains it. Fast path for the plain spelling that nearly all paths have. */
function below(base: string, file: string): string | undefined {
  if (isPlainPath(base) && isPlainPath(file)) return file.startsWith(`${base}/`) ? file.slice(base.length + 1) : undefined;
  const relative = path.relative(base, file);
  return relative === '' || relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative) ? undefined : relative;
}
