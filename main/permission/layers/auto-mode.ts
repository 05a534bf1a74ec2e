import type { DecisionReason, TraceEntry } from '#shared/permission/decision.ts';
import { type Case, entry, type Verdict } from './case.ts';
import { safetyFindings } from './safety.ts';

/** Auto mode counts only where it is available; otherwise it acts like `default`. */
export function isAuto(at: Case): boolean {
  return at.context.mode === 'auto' && at.context.isAutoModeAvailable;
}

/** Questions left open because nothing decided them. What a rule, a tool or a person asked for needs a person. */
const OPEN: ReadonlySet<DecisionReason> = new Set(['needsApproval', 'outsideWorkingDirectory', 'notUnderstood', 'protectedPath']);

/** Whether the classifier may answer (SPEC G5): never past a rule, a tool's objection, or a location that isn't marked for it. */
export function classifierMayAnswer(at: Case, verdict: Verdict): boolean {
  if (!isAuto(at) || verdict.behavior !== 'ask' || !OPEN.has(verdict.reason)) return false;
  if (at.facts.requiresUserInteraction || at.toolCheck?.behavior === 'ask' || at.facts.mcp?.suspended !== undefined) return false;
  return safetyFindings(at).every((finding) => finding.classifierApprovable && !finding.bypassImmune);
}

/** Trace entries for user rules that don't count while auto mode is on. */
export function rulesSetAside(at: Case): TraceEntry[] {
  return at.rules.allow.setAside
    .filter(({ parsed }) => parsed.tool === at.facts.toolName)
    .map((rule) =>
      entry('allow', 'pass', `${rule.entry.text} is too wide to count in auto mode: the classifier judges instead.`, { rule: rule.entry }),
    );
}
