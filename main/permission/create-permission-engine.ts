import { analyseCall } from './analyse-call.ts';
import { readCommandFacts } from './command-reading.ts';
import { decide } from './decide.ts';
import type { PermissionEngine } from './permission-engine.ts';
import { makeCase } from './layers/case.ts';
import { readsOnly } from './layers/shell-layers.ts';
import { RealFolders } from './paths/real-folders.ts';
import { matchTool } from './rules/match-rule.ts';
import { readRefusal } from './read-refusal.ts';
import { rulesOf } from './rules/rule-set.ts';
import { loadShellGrammar, neverOptimiseParser, type ShellGrammar } from './shell/parse/load-grammar.ts';
import { ScriptReader } from './shell/parse/script-reader.ts';
import { canonicalToolName, wholeRuleTool } from '#shared/tool-table.ts';

/** Creates an engine that is ready. One per process is enough: it keeps no state about calls. */
export async function createPermissionEngine(): Promise<PermissionEngine> {
  const engine = startPermissionEngine();
  await engine.ready();
  return engine;
}

/** An engine that loads its shell grammar on the first `ready()`. */
export function startPermissionEngine(): PermissionEngine {
  neverOptimiseParser();
  let grammar: ShellGrammar | undefined;
  let loading: Promise<void> | undefined;
  const folders = new RealFolders();
  const sources = { scripts: new ScriptReader(() => grammar), folders };
  return {
    ready: () => (loading ??= loadShellGrammar().then((loaded) => void (grammar = loaded))),
    analyse: (call, context) => analyseCall(call, context, sources),
    decide,
    refusesReading: readRefusal(folders),
    isReadOnlyCommand: (command, cwd, context) => {
      const facts = analyseCall({ toolName: 'Bash', input: { command }, cwd }, context, sources);
      return facts.failure === undefined && readsOnly(makeCase(facts, context, rulesOf(context), undefined));
    },
    readCommand: (command, cwd, context) =>
      readCommandFacts(command, analyseCall({ toolName: 'Bash', input: { command }, cwd }, context, sources)),
    isHidden: (toolName, context) => {
      const tool = canonicalToolName(toolName);
      return [tool, wholeRuleTool(tool)].some((name) => matchTool(rulesOf(context).deny, name, undefined) !== undefined);
    },
  };
}
