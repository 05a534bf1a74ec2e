import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import { preparingRules } from '#main/permission/rules/rule-set.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { RuleList, RuleRow } from '#shared/contract/project.ts';
import type { Steps } from '#shared/steps.ts';
import { EarlierRules } from './earlier-rules.ts';
import { fileNotes } from './file-notes.ts';
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
  const rules: RuleRow[] = [];
  let left = MOST;
  for (const rule of list.rules) {
    if (left > 0 && mayHaveNotes(rule)) {
      left -= 1;
      const notes = yield* notesOf(rule, earlier, context, engine);
      rules.push(notes.length === 0 ? rule : { ...rule, diagnostics: [...rule.diagnostics, ...notes] });
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
  { behavior, text, diagnostics }: RuleRow,
  earlier: EarlierRules,
  context: ToolPermissionContext,
  engine: PermissionEngine,
): Steps<RuleRow['diagnostics']> {
  const first = earlier.find({ behavior, text });
  if (first?.severity === 'warning' || behavior !== 'allow') return first ? [first] : [];
  yield;
  const asks = whyStillAsks(text, context, engine);
  if (asks !== undefined) return [{ severity: 'warning', kind: 'still asks', message: asks }];
  yield;
  return [...(first ? [first] : []), ...fileNotes(text, context, engine)].slice(0, Math.max(MOST_NOTES - diagnostics.length, 0));
}
