import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import { preparingRules } from '#main/permission/rules/rule-set.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { RuleList, RuleRow } from '#shared/contract/project.ts';
import type { Steps } from '#shared/steps.ts';
import { EarlierRules } from './earlier-rules.ts';
import { withTrueAdvice } from './exact-advice.ts';
import { parsedRule } from '#main/permission/rules/parsed-rule.ts';
import { fileNotes } from './file-notes.ts';
import { literalNotes } from './pattern-effect.ts';
import { whyStillAsks } from './rule-effect.ts';

/** Rules of a list that are decided with examples; the others are listed without these notes. */
const MOST = 100;
/** More beside a rule wouldn’t be read. */
const MOST_NOTES = 2;

/**
 * Adds to the rules of a list what they come to in their project: that another rule comes before some of what one is about, or that it still
 * asks.
 *
 * @param context The rules in force, those of the list.
 */
export function* withProjectNotes(listing: Steps<RuleList>, context: ToolPermissionContext, engine: PermissionEngine): Steps<RuleList> {
  const list = yield* listing;
  yield* preparingRules(context);
  const earlier = new EarlierRules(context, engine);
  const kept = keptNotes(list, context);
  const rules: RuleRow[] = [];
  let left = MOST;
  for (const rule of list.rules) {
    if (left > 0 && mayHaveNotes(rule)) {
      left -= 1;
      const notes = yield* notesOf(rule, earlier, context, engine, kept);
      rules.push(notes.length === 0 ? rule : { ...rule, diagnostics: [...rule.diagnostics, ...notes] });
    } else if (left > 0 && rule.inert !== undefined && rule.behavior === 'allow') {
      rules.push({ ...rule, inert: withTrueAdvice(rule.inert, rule.text, context, engine) });
    } else rules.push(rule);
    yield;
  }
  return { ...list, rules };
}

/** Not where another note says already that it has no effect. */
function mayHaveNotes({ behavior, disabled, inert, diagnostics }: RuleRow): boolean {
  return behavior !== 'deny' && !disabled && inert === undefined && !diagnostics.some(({ kind }) => kind === 'shadowed');
}

/** In steps, since each decides several examples. */
function* notesOf(
  rule: RuleRow,
  earlier: EarlierRules,
  context: ToolPermissionContext,
  engine: PermissionEngine,
  kept: Map<RuleRow, Lasting>,
): Steps<RuleRow['diagnostics']> {
  const { first, files } = kept.get(rule) ?? (yield* lastingNotes(rule, earlier, context, engine));
  kept.set(rule, { first, files });
  if (first?.severity === 'warning' || rule.behavior !== 'allow') return first ? [first] : [];
  yield;
  const asks = whyStillAsks(rule.text, context, engine);
  if (asks !== undefined) return [{ severity: 'warning', kind: 'still asks', message: asks }];
  const literal = literalNotes(parsedRule(rule.text, 'allow'), context, engine);
  return [...(first ? [first] : []), ...literal, ...files].slice(0, Math.max(MOST_NOTES - rule.diagnostics.length, 0));
}

/** What the rules alone decide; why a rule still asks depends on the files of the project too. */
interface Lasting {
  readonly first: ReturnType<EarlierRules['find']>;
  readonly files: ReturnType<typeof fileNotes>;
}

function* lastingNotes(
  { behavior, text }: RuleRow,
  earlier: EarlierRules,
  context: ToolPermissionContext,
  engine: PermissionEngine,
): Steps<Lasting> {
  const first = earlier.find({ behavior, text });
  yield;
  return { first, files: behavior === 'allow' && first?.severity !== 'warning' ? fileNotes(text, context, engine) : [] };
}

/** Of the last lists: windows ask for one far more often than rules change. */
const lasting = new WeakMap<RuleList, { readonly folders: string; readonly notes: Map<RuleRow, Lasting> }>();

function keptNotes(list: RuleList, { projectDir, additionalWorkingDirectories }: ToolPermissionContext): Map<RuleRow, Lasting> {
  const folders = JSON.stringify([projectDir, additionalWorkingDirectories]);
  const known = lasting.get(list);
  if (known?.folders === folders) return known.notes;
  const notes = new Map<RuleRow, Lasting>();
  lasting.set(list, { folders, notes });
  return notes;
}
