import { placeName } from '#shared/permission/call-place.ts';
import type { Decision, DecisionPart, PermissionSuggestion, Risk, TraceEntry } from '#shared/permission/decision.ts';
import type { CallFacts } from '#shared/permission/facts.ts';
import type { ToolPermissionContext } from './tool-permission-context.ts';
import { describeEffects } from './describe-effects.ts';
import type { ToolPermissionResult } from './permission-engine.ts';
import { type Case, entry, type LayerResult, makeCase, ruleRef, settle, type Verdict } from './layers/case.ts';
import { restrictedPart } from './layers/restricted-part.ts';
import { allowLayer, classifierMayAnswer, modeLayer, rulesSetAside } from './layers/mode-and-allow.ts';
import { coverLine, type PartCoverage, withoutExactRule } from './layers/coverage.ts';
import { askLayer, denyLayer, toolLayer } from './layers/deny-and-ask.ts';
import { inWorkingDirs } from './layers/folders.ts';
import { inertRule, type InertRule, withInertRules } from './layers/inert-rules.ts';
import { outsideLayer } from './layers/outside.ts';
import { safetyLayer, unseenFinding } from './layers/safety.ts';
import { EXACT_LINE, exactLineRule } from './layers/shell-layers.ts';
import { withAllowRules } from './rules/extended-rules.ts';
import { rulesOf } from './rules/rule-set.ts';
import { suggest } from './suggest/suggest.ts';
import { exactBeside } from './suggest/suggest-line.ts';
import { whyNoRule } from './suggest/why-no-rule.ts';
import { unseenRuleText } from './suggest/suggest-command-rule.ts';
import { commandRuleTool } from '#shared/tool-table.ts';

type Layer = (at: Case) => LayerResult;

/** The order of SPEC G5. Hooks run before these layers, the classifier and the dialog after them; both are outside this function. */
const LAYERS: readonly Layer[] = [inputLayer, denyLayer, outsideLayer, askLayer, toolLayer, safetyLayer, modeLayer, allowLayer];

/** Decides a call from its facts and one snapshot. Pure; an exception becomes a denial. */
export function decide(facts: CallFacts, context: ToolPermissionContext, toolCheck?: ToolPermissionResult): Decision {
  try {
    return walk(makeCase(facts, context, rulesOf(countingRules(facts, context)), toolCheck));
  } catch (error) {
    const message = `The decision failed, so the call is refused: ${error instanceof Error ? error.message : 'unknown error'}`;
    return {
      behavior: 'deny',
      reason: 'internalError',
      message,
      trace: [entry('input', 'deny', message)],
      parts: [],
      effects: [],
      risk: 'execute',
      suggestions: [],
    };
  }
}

/** Whether `decide` refuses the call, without what a card shows. */
export function refuses(at: Case): boolean {
  const behavior = throughLayers(at).verdict?.behavior ?? 'ask';
  return behavior === 'deny' || (behavior === 'ask' && canAnswer(at.context) !== 'yes');
}

const ownRules = new WeakMap<ToolPermissionContext, ToolPermissionContext>();

/** Where nothing is known of programs and files, allow rules of the repository's settings don't count: only the person's own do. */
function countingRules({ place }: CallFacts, context: ToolPermissionContext): ToolPermissionContext {
  if (place?.known !== false) return context;
  const known = ownRules.get(context);
  if (known) return known;
  const rules = context.rules.filter(({ behavior, source }) => behavior !== 'allow' || source !== 'project');
  const made = { ...context, rules };
  ownRules.set(context, made);
  return made;
}

function walk(at: Case): Decision {
  const { verdict, trace } = throughLayers(at);
  return finish(at, verdict ?? askByDefault(at, trace), trace);
}

function throughLayers(at: Case): { readonly verdict: Verdict | undefined; readonly trace: TraceEntry[] } {
  const trace: TraceEntry[] = [];
  let verdict: Verdict | undefined;
  let possible: Verdict | undefined;
  for (const layer of LAYERS) {
    const result = layer(at);
    trace.push(...result.trace);
    if (result.verdict === undefined) continue;
    // What might be denied asks; a later layer can still deny for certain.
    if ((layer === denyLayer || layer === outsideLayer) && result.verdict.behavior === 'ask') {
      possible ??= result.verdict;
      continue;
    }
    verdict = result.verdict;
    break;
  }
  if (possible !== undefined && (verdict === undefined || verdict.behavior === 'allow')) verdict = possible;
  return { verdict, trace };
}

function inputLayer(at: Case): LayerResult {
  const { failure } = at.facts;
  if (failure === undefined) return { trace: [] };
  return settle('input', { behavior: 'deny', reason: 'invalidInput', message: failure });
}

/** No layer decided: a person is needed. */
function askByDefault(at: Case, trace: TraceEntry[]): Verdict {
  const waiting = ruleWithoutEffect(at);
  const verdict: Verdict = waiting
    ? { ...openQuestion(at), message: `${waiting.text} would allow this. ${waiting.inert}`, inertRule: ruleRef(waiting) }
    : openQuestion(at);
  trace.push(...rulesSetAside(at));
  trace.push(entry('dialog', 'ask', verdict.message));
  return verdict;
}

/** The allow rule that would settle it, if it had an effect. */
function ruleWithoutEffect(at: Case): InertRule | undefined {
  const context = withInertRules(at.context);
  if (context === undefined) return undefined;
  const { verdict, trace } = throughLayers(makeCase(at.facts, context, rulesOf(countingRules(at.facts, context)), at.toolCheck));
  if (verdict?.behavior !== 'allow') return undefined;
  return inertRule(at.context, ({ text, source }) =>
    trace.some(({ outcome, rule }) => outcome === 'allow' && rule?.text === text && rule.source === source),
  );
}

function openQuestion(at: Case): Verdict {
  const { facts, toolCheck } = at;
  if (toolCheck?.behavior === 'ask') return { behavior: 'ask', reason: 'toolCheck', message: toolCheck.message };
  const limit = facts.shell?.limits[0];
  if (limit !== undefined) return { behavior: 'ask', reason: 'notUnderstood', message: limit.reason };
  if (facts.shell !== undefined) {
    const parts = coveredParts(at);
    // A command that asks covers the commands it runs itself, so these aren't listed separately.
    const open = parts.filter(
      ({ covered, command }) => !covered && (command.runBy === undefined || parts[command.runBy]?.covered === true),
    );
    const message =
      open.length > 1
        ? `These parts aren’t allowed yet: ${open.map((part) => `“${part.text}”`).join(', ')}.`
        : (open[0]?.detail ?? 'No rule allows it.');
    return { behavior: 'ask', reason: 'needsApproval', message };
  }
  const file = facts.paths[0];
  if (file !== undefined) {
    const outside = !inWorkingDirs(file, at);
    const verb = at.kind === 'edit' ? 'editing' : 'reading';
    return {
      behavior: 'ask',
      reason: outside ? 'outsideWorkingDirectory' : 'needsApproval',
      message: `No rule allows ${verb} ${file.path}.`,
    };
  }
  return { behavior: 'ask', reason: 'needsApproval', message: 'No rule allows it.' };
}

function partsOf(at: Case, verdict: Verdict, trace: readonly TraceEntry[], exactHelps: boolean): DecisionPart[] {
  const { behavior, reason } = verdict;
  const hit = behavior !== 'allow' && reason === 'rule' ? trace.find(({ outcome, rule }) => outcome === behavior && rule) : undefined;
  const whole = at.rules.allow.whole.has(commandRuleTool(at.facts.toolName)) && at.context.mode !== 'plan';
  const line = at.context.mode === 'plan' ? undefined : exactLineRule(at);
  return coveredParts(at).map(({ command, text, covered: byItself, detail: why }): DecisionPart => {
    const restricted = hit && restrictedPart(command, hit, at);
    const covered = byItself || line !== undefined;
    const detail = covered && !byItself ? EXACT_LINE : why !== undefined && behavior === 'ask' && !exactHelps ? withoutExactRule(why) : why;
    // A tick or its reason would say that nothing stands against it.
    if (restricted !== undefined) {
      const alsoOpen = !covered && hit?.maybe === true ? ` ${detail ?? ''}` : '';
      return { text, covered: false, detail: `${restricted}${alsoOpen}`.trim() };
    }
    return { text, covered: covered || whole, ...(detail === undefined ? {} : { detail }) };
  });
}

function coveredParts(at: Case): readonly PartCoverage[] {
  return coverLine(at, { rules: at.context.mode !== 'plan', edits: at.context.mode === 'acceptEdits' });
}

function finish(at: Case, verdict: Verdict, trace: TraceEntry[]): Decision {
  const answered = answerable(at, verdict, trace);
  const effects = describeEffects(at.facts, at.paths);
  const exactHelps = exactRuleHelps(at, answered);
  const isOpen = answered.behavior === 'ask' && !exactHelps;
  const last = isOpen ? { ...answered, message: withoutExactRule(answered.message) } : answered;
  let offered: PermissionSuggestion[] | undefined;
  return {
    ...last,
    trace: isOpen ? trace.map((step) => ({ ...step, detail: withoutExactRule(step.detail) })) : trace,
    parts:
      at.facts.shell === undefined
        ? at.facts.paths
            .filter((fact) => fact.access !== 'mention')
            .map((fact) => ({ text: fact.path, covered: last.behavior === 'allow' }))
        : partsOf(at, last, trace, exactHelps),
    ...effects,
    ...(at.facts.place && { place: placeName(at.facts.place.in) }),
    ...(mayAllowUnseen(at, last, effects.risk) && { mayAllowUnseen: true }),
    ...(exactHelps && { exactRuleHelps: true }),
    ...(classifierMayAnswer(at, last) && { classifierMayAnswer: true }),
    // Computed lazily: most callers read only the behavior, and trying suggestions takes longer than deciding.
    get suggestions() {
      return (offered ??= verdict.behavior === 'ask' ? (orNothing(() => suggest(at, verdict)) ?? []) : []);
    },
    get exactRule() {
      return exactHelps ? orNothing(() => exactBeside(this.suggestions, at)) : undefined;
    },
    get noRule() {
      return verdict.behavior === 'ask' && this.suggestions.length === 0 ? orNothing(() => whyNoRule(at)) : undefined;
    },
  };
}

/** Whether the line would run if it needn't be seen through: nothing else asks, and nothing known about it can't be undone or shows secrets. */
function mayAllowUnseen(at: Case, { behavior, reason }: Verdict, risk: Risk): boolean {
  const { shell, toolName, cwd } = at.facts;
  if (shell === undefined || behavior !== 'ask' || reason !== 'notUnderstood' || unseenFinding(at) === undefined) return false;
  if (risk === 'destructive' || risk === 'secrets' || shell.commands.some(({ irreversible }) => irreversible)) return false;
  const rule = unseenRuleText(toolName, shell.line);
  return rule !== undefined && throughLayers(withAllowRules(at, [rule], { unseen: cwd })).verdict?.behavior === 'allow';
}

/** Whether a rule for exactly this line would let it run, though none may be suggested. */
function exactRuleHelps(at: Case, { behavior }: Verdict): boolean {
  const { shell, toolName } = at.facts;
  if (shell === undefined || behavior !== 'ask') return false;
  const rule = unseenRuleText(toolName, shell.line);
  return rule !== undefined && throughLayers(withAllowRules(at, [rule])).verdict?.behavior === 'allow';
}

/** An error while making suggestions leaves the question without any. */
function orNothing<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    // The question is asked all the same.
    return undefined;
  }
}

/** Where no one can answer, a question becomes a denial. `dontAsk` acts last (SPEC G6). */
function answerable(at: Case, verdict: Verdict, trace: TraceEntry[]): Verdict {
  if (verdict.behavior !== 'ask') return verdict;
  switch (canAnswer(at.context)) {
    case 'yes':
      return verdict;
    case 'modeForbids': {
      const message = `Permission to use ${at.facts.toolName} has been denied because Gatehouse is running in don't ask mode. ${verdict.message}`;
      trace.push(entry('dialog', 'deny', message));
      return { behavior: 'deny', reason: 'mode', message };
    }
    case 'nobody': {
      const message = `${verdict.message} Nobody can be asked here, so it is denied.`;
      trace.push(entry('dialog', 'deny', message));
      return { behavior: 'deny', reason: 'promptsAvoided', message };
    }
  }
}

/** Whether a question reaches someone. */
export function canAnswer({ mode, shouldAvoidPermissionPrompts }: ToolPermissionContext): 'yes' | 'modeForbids' | 'nobody' {
  if (mode === 'dontAsk') return 'modeForbids';
  return shouldAvoidPermissionPrompts && mode !== 'auto' ? 'nobody' : 'yes';
}
