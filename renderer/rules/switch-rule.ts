import type { RuleRow } from '#shared/contract/project.ts';
import { showToast } from '../ui/overlays/toast.tsx';
import { changeForUndo, editOf, ruleContext, TOAST, type OnRules } from './change-rules.ts';
import { FIXED_WORDS, words } from './words.ts';

/** A second press later than this asks again, as the toast may be gone. In milliseconds. */
const AGAIN_WITHIN = 6000;

/** Where rules stood in their lists when they were switched off here. */
const places = new Map<string, number>();

/** Disables a rule, keeping it in its file, or enables it again in its old place. Resolves to whether it was saved. */
export async function setDisabled(rule: RuleRow, disabled: boolean, onChange: OnRules): Promise<boolean> {
  asked = undefined;
  const report = {
    title: words.switched(disabled, rule.text),
    undone: words.switched(!disabled, rule.text),
    failed: words.notSwitched(disabled),
  };
  const key = keyOf(rule);
  const index = disabled ? undefined : places.get(key);
  const insert = { ...editOf(rule, 'insert'), disabled, ...(index !== undefined && { index }) };
  const undo = await changeForUndo([insert, editOf(rule, 'remove')], report, onChange);
  if (undo === undefined) return false;
  places.delete(key);
  const place = undo.find((edit) => edit.type === 'insert')?.index;
  if (disabled && place !== undefined) places.set(key, place);
  return true;
}

let asked: { readonly key: string; readonly at: number } | undefined;

/** For the key alone: a deny rule protects something, so that a stray press doesn’t switch it off. */
export function switchByKey(rule: RuleRow, at: number, onChange: OnRules): void {
  const why = rule.source === 'session' ? words.endsAnyway : rule.editable ? undefined : FIXED_WORDS[rule.source];
  if (why !== undefined) return showToast({ title: words.notSwitched(!rule.disabled), detail: why });
  const key = keyOf(rule);
  if (rule.behavior === 'deny' && !rule.disabled && (asked?.key !== key || at - asked.at > AGAIN_WITHIN)) {
    asked = { key, at };
    return showToast({ kind: TOAST, title: words.switchOffAgain(rule.text) });
  }
  void setDisabled(rule, !rule.disabled, onChange);
}

function keyOf({ source, behavior, text }: RuleRow): string {
  return [ruleContext().projectDir, source, behavior, text].join('\n');
}
