import { analyseCall } from './analyse-call.ts';
import { decide } from './decide.ts';
import type { PermissionEngine } from './engine.ts';
import { makeCase } from './layers/case.ts';
import { readsOnly } from './layers/shell-layers.ts';
import { matchTool } from './rules/match-name.ts';
import { rulesOf } from './rules/rule-set.ts';
import { loadShellGrammar } from './shell/load-grammar.ts';
import { ScriptReader } from './shell/script-reader.ts';
import { canonicalToolName } from '#shared/permission/rule-tools.ts';

/** Loads the shell grammar and returns the engine: one per process is enough, it keeps no state about calls. */
export async function createPermissionEngine(): Promise<PermissionEngine> {
  const scripts = new ScriptReader(await loadShellGrammar());
  return {
    analyse: (call, context) => analyseCall(call, context, scripts),
    decide,
    isReadOnlyCommand: (command, cwd, context) => {
      const facts = analyseCall({ toolName: 'Bash', input: { command }, cwd }, context, scripts);
      return facts.failure === undefined && readsOnly(makeCase(facts, context, rulesOf(context), undefined));
    },
    isHidden: (toolName, context) => matchTool(rulesOf(context).deny, canonicalToolName(toolName), undefined) !== undefined,
  };
}
