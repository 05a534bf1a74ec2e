import type { CallFacts } from '#shared/permission/facts.ts';
import { FACTS_VERSION } from '#shared/permission/facts-version.ts';
import { realDirs, scalars } from './analyse-call.ts';
import { canAnswer, refuses } from './decide.ts';
import { keptForOneTurn } from './kept-for-one-turn.ts';
import { type Case, makeCase } from './layers/case.ts';
import { denyLayer } from './layers/deny-and-ask.ts';
import { matchingFileRule } from './layers/file-rules.ts';
import { outsideSetting } from './layers/outside.ts';
import { makePathFact } from './paths/make-path-fact.ts';
import type { RealFolders } from './paths/real-folders.ts';
import { realPath } from './paths/real-path.ts';
import { readSpelling } from './paths/spelling.ts';
import { rulesOf } from './rules/rule-set.ts';
import type { PermissionEngine } from './permission-engine.ts';
import type { ToolPermissionContext } from './tool-permission-context.ts';

/**
 * Whether a Read call for a file would be denied, as `decide` says. Asked for each of the thousands of files that a search may find, so
 * whatever is the same for all of them is gathered once, and mostly no more is left to look at than the deny rules about paths.
 */
export function readRefusal(folders: RealFolders): PermissionEngine['refusesReading'] {
  const sharedBy = keptForOneTurn((context: ToolPermissionContext) => {
    const at = caseWithoutPath(context, folders);
    return { at, isByPathRules: onlyPathRulesRefuse(at) };
  });
  return (spelled, cwd, context, real) => {
    try {
      const { at, isByPathRules } = sharedBy(context);
      if (isByPathRules) {
        const { absolute } = readSpelling(spelled, cwd, context.homeDir);
        const file = { path: absolute, real: real ?? realPath(absolute) ?? absolute };
        return matchingFileRule(at.rules.deny, 'Read', file, at) !== undefined;
      }
      const paths = [makePathFact({ spelled, access: 'read', via: 'input', cwd, home: context.homeDir, real })];
      return refuses({ ...at, facts: { ...at.facts, cwd, scalars: scalars({ file_path: spelled }), paths }, paths });
    } catch {
      // What can’t be decided is refused, as in `decide`.
      return true;
    }
  };
}

/** Whether nothing else can refuse a file. What asks doesn’t, where someone can answer. */
function onlyPathRulesRefuse(at: Case): boolean {
  if (canAnswer(at.context) !== 'yes' || outsideSetting(at) !== undefined || at.rules.deny.params.length > 0) return false;
  return denyLayer(at).verdict?.behavior !== 'deny';
}

function caseWithoutPath(context: ToolPermissionContext, folders: RealFolders): Case {
  const worktrees = folders.worktreesOf(context.projectDir);
  const facts: CallFacts = {
    version: FACTS_VERSION,
    toolName: 'Read',
    cwd: context.projectDir,
    realDirs: realDirs(context, folders),
    scalars: {},
    requiresUserInteraction: false,
    paths: [],
    ...(worktrees.length > 0 && { worktrees }),
  };
  return makeCase(facts, context, rulesOf(context), undefined);
}
