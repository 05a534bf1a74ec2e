import type { CallFacts } from '#shared/permission/facts.ts';
import { FACTS_VERSION } from '#shared/permission/facts-version.ts';
import { realDirs, scalars } from './analyse-call.ts';
import { refusesReading } from './decide.ts';
import { keptForOneTurn } from './kept-for-one-turn.ts';
import { type Case, makeCase } from './layers/case.ts';
import { makePathFact } from './paths/make-path-fact.ts';
import type { RealFolders } from './paths/real-folders.ts';
import { rulesOf } from './rules/rule-set.ts';
import type { PermissionEngine } from './permission-engine.ts';
import type { ToolPermissionContext } from './tool-permission-context.ts';

/**
 * Whether a Read call for a file would be denied, as `decide` says. Asked for each of the thousands of files that a search may find, so
 * whatever is the same for all of them is gathered once.
 */
export function readRefusal(folders: RealFolders): PermissionEngine['refusesReading'] {
  const caseOf = keptForOneTurn((context: ToolPermissionContext) => caseWithoutPath(context, folders));
  return (path, cwd, context, real) => {
    try {
      const shared = caseOf(context);
      const paths = [makePathFact({ spelled: path, access: 'read', via: 'input', cwd, home: context.homeDir, real })];
      return refusesReading({ ...shared, facts: { ...shared.facts, cwd, scalars: scalars({ file_path: path }), paths }, paths });
    } catch {
      // What can’t be decided is refused, as in `decide`.
      return true;
    }
  };
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
