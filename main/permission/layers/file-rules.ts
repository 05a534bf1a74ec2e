import path from 'node:path';
import type { CallFacts, ConcretePath, PathFact } from '#shared/permission/facts.ts';
import { isInside } from '#main/tool/is-inside.ts';
import { globsMeet } from '../paths/glob-meet.ts';
import { undisguised } from '../paths/spelling.ts';
import { originalIn, originalOf, originalsBelow } from '../paths/worktree-copy.ts';
import type { ActiveRule } from '../rules/active-rule.ts';
import { matchPath, type RuleSet } from '../rules/rule-set.ts';
import type { Case } from './case.ts';
import { inWorkingDirs } from './folders.ts';

/** Whether a rule matches a path for certain, or only might once the command runs. */
export interface FileRuleHit {
  readonly rule: ActiveRule;
  readonly sure: boolean;
}

/** Which rule sets apply to an access. Read denials also keep files from being written. */
function toolsFor(access: PathFact['access']): readonly { readonly tool: 'Read' | 'Edit'; readonly sure: boolean }[] {
  switch (access) {
    case 'read':
    case 'list':
    case 'enter':
      return [{ tool: 'Read', sure: true }];
    case 'write':
    case 'delete':
      return [
        { tool: 'Edit', sure: true },
        { tool: 'Read', sure: false },
      ];
    case 'mention':
      return [
        { tool: 'Read', sure: false },
        { tool: 'Edit', sure: false },
      ];
  }
}

/** The strongest deny or ask rule that matches a path, in either of its spellings or through what its pattern covers. */
export function reachingRule(set: RuleSet, fact: PathFact, at: Case): FileRuleHit | undefined {
  let possible: FileRuleHit | undefined;
  for (const { tool, sure } of toolsFor(fact.access)) {
    const direct = [fact, ...fact.matches].map((one) => matchingFileRule(set, tool, one, at)).find((rule) => rule !== undefined);
    if (direct !== undefined) {
      const byTool = fact.via === 'input' && fact.access === 'write';
      if (sure || byTool) return { rule: direct, sure: true };
      possible ??= { rule: direct, sure: false };
    }
    possible ??= overlapping(set, tool, fact, at) ?? behindDisguise(set, tool, fact, at);
  }
  return possible;
}

/** The rule that matches a path in either spelling, or the file of the project that it is a copy of. */
export function matchingFileRule(set: RuleSet, tool: string, { path: spelled, real }: ConcretePath, at: Case): ActiveRule | undefined {
  const places = real === spelled ? [spelled] : [spelled, real];
  const { worktrees } = at.facts;
  const originals = worktrees === undefined ? [] : places.map((one) => originalIn(one, worktrees, at.context.projectDir));
  for (const place of [...places, ...originals]) {
    const rule = place === undefined ? undefined : matchPath(set, tool, place, at.facts.realDirs);
    if (rule !== undefined) return rule;
  }
  return undefined;
}

/** On other systems, or other disks, a disguised path leads to the file that the rule is about. */
function behindDisguise(set: RuleSet, tool: string, { path: spelled, real }: PathFact, at: Case): FileRuleHit | undefined {
  const plain = undisguised(spelled) ?? undisguised(real);
  const rule = plain === undefined ? undefined : matchingFileRule(set, tool, { path: plain, real: plain }, at);
  return rule === undefined ? undefined : { rule, sure: false };
}

/** A rule that might match below a folder, through a glob, or through a path known only at run time. */
function overlapping(set: RuleSet, tool: string, fact: PathFact, at: Case): FileRuleHit | undefined {
  const below = fact.recursive && fact.via !== 'input';
  if (!below && !fact.glob && !(fact.unresolved && fact.via !== 'input')) return undefined;
  if (below && !fact.unresolved) {
    const tops = fact.glob ? fact.matches : [fact];
    const hit = tops.map((top) => listedBelow(set, tool, fact, top, at)).find((one) => one !== undefined);
    if (hit !== undefined || tops.every((top) => top.below !== undefined)) return hit;
  }
  const rules = set.pathRules.get(tool) ?? [];
  const reaches = fact.unresolved ? ['**'] : [fact.path, fact.real].flatMap((one) => placesBelow(one, below, at));
  // The shell replaces it by names. A pattern without any is left to the program, which may match more.
  const byShell = fact.glob && fact.via !== 'input' && fact.matches.length > 0 && keepsShellOptions(at.facts);
  // Where a path isn’t known, or links may be made by then, neither are the names below it.
  const { hidden, only } = fact.unresolved ? { hidden: undefined, only: undefined } : fact;
  const seen = fact.skipsHidden ? fact.shows : only;
  const affected = only === undefined ? reaches : reaches.flatMap((reach) => only.map((name) => `${reach}/${name}`));
  const above = [...reaches, ...(byShell ? fact.matches.map((match) => match.path) : [])].flatMap((one) => one.split('/'));
  const lacksName = withoutNames(
    { hidden, only: seen },
    new Set(above.filter((name) => name !== '**' && !(byShell && /[*?[]/u.test(name)))),
  );
  const hit = rules.find(({ anchored, parsed }) => {
    if (anchored.anchor === undefined || (parsed.body.kind === 'path' && parsed.body.pattern.startsWith('!'))) return false;
    if (fact.skipsHidden && isSkipped(anchored.pattern.replace(/\/+$/u, '').split('/').at(-1) ?? '', fact)) return false;
    return !lacksName(anchored.reach) && affected.some((reach) => globsMeet(anchored.reach, reach, byShell));
  });
  return hit === undefined ? undefined : { rule: hit, sure: false };
}

/** `shopt -s dotglob` and `GLOBIGNORE` change what a pattern matches; elsewhere the environment may set them. */
function keepsShellOptions({ shell, place }: CallFacts): boolean {
  if (shell === undefined || place !== undefined || shell.limits.length > 0) return false;
  return shell.commands.every(({ readOnly, env }) => readOnly && env.every(({ harmless }) => harmless));
}

/**
 * Tests the reach of a rule: whether it needs a name with a dot at its start that is neither below the path nor in it. `above`: the names
 * in the path.
 */
function withoutNames({ hidden, only }: Pick<PathFact, 'hidden' | 'only'>, above: ReadonlySet<string>): (rule: string) => boolean {
  if (hidden === undefined) return () => false;
  const files = only === undefined ? hidden.files : hidden.files.filter((file) => only.some((pattern) => globsMeet(pattern, file)));
  const there = [...above, ...hidden.folders, ...files];
  return (rule) => rule.split('/').some((name) => name.startsWith('.') && !there.some((one) => globsMeet(name, one)));
}

/** The path as a glob, and those of the files that it has copies of. */
function placesBelow(file: string, isRecursive: boolean, { facts, context }: Case): readonly string[] {
  const linked = originalIn(file, facts.worktrees ?? [], context.projectDir);
  if (isRecursive) {
    const holdsAll = facts.worktrees?.some((one) => isInside(one, file)) === true;
    const folders = [...originalsBelow(file), ...(linked === undefined ? [] : [linked]), ...(holdsAll ? [context.projectDir] : [])];
    return folders.map((folder) => `${folder}/**`);
  }
  return [file, originalOf(file), linked].filter((one) => one !== undefined);
}

/** A hidden name that a search skips. */
function isSkipped(name: string, { shows = [] }: PathFact): boolean {
  return name.startsWith('.') && !shows.some((pattern) => globsMeet(pattern, name));
}

/** The content of the folder is known, so the rules are tried on each entry. */
function listedBelow(set: RuleSet, tool: string, fact: PathFact, top: PathFact['matches'][number], at: Case): FileRuleHit | undefined {
  for (const relative of top.below ?? []) {
    if (fact.only?.every((pattern) => !globsMeet(pattern, path.basename(relative))) === true) continue;
    if (fact.skipsHidden && relative.split('/').some((name) => isSkipped(name, fact))) continue;
    const one = { path: `${top.path}/${relative}`, real: `${top.real}/${relative}` };
    const rule = matchingFileRule(set, tool, one, at);
    if (rule !== undefined) return { rule, sure: false };
  }
  return undefined;
}

/** The allow rule that covers a path: both spellings must match, and everything a glob matched. */
export function coveringRule(fact: PathFact, tools: readonly ('Read' | 'Edit')[], at: Case): ActiveRule | undefined {
  if (fact.unresolved || fact.oddity !== undefined) return undefined;
  // Rules are about the files of this machine. In a container, the working directories are the same.
  const { place } = at.facts;
  if (place && !(place.known && inWorkingDirs(fact, at))) return undefined;
  for (const tool of tools) {
    const rules = [fact, ...fact.matches].map((one) => coversBoth(tool, one, at));
    if (rules.every((rule) => rule !== undefined)) return rules[0];
  }
  return undefined;
}

function coversBoth(tool: string, file: ConcretePath, at: Case): ActiveRule | undefined {
  const set = at.rules.allow;
  const spelled = matchPath(set, tool, file.path, at.facts.realDirs);
  if (spelled === undefined) return undefined;
  return file.real === file.path || matchPath(set, tool, file.real, at.facts.realDirs) !== undefined ? spelled : undefined;
}
