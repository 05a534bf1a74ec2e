import type { RuleList, RuleRow } from '#shared/contract/project.ts';
import type { RuleBehavior, RuleDestination, RuleSource } from '#shared/permission/rule.ts';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import { attempt } from '../store/window-actions.ts';
import { showToast } from '../ui/toast.tsx';
import { SOURCE_WORDS } from './rule-words.ts';

/** Saves a rule. Resolves to whether it was saved. */
export async function addRule(
  behavior: RuleBehavior,
  text: string,
  destination: RuleDestination,
  onChange: (list: RuleList) => void,
): Promise<boolean> {
  const list = await attempt('The rule was not saved', call('rules.add', { ...place(), behavior, text, destination }));
  if (list) onChange(list);
  return list !== undefined;
}

/** Deletes at once and offers to undo it. */
export async function removeRule(rule: RuleRow, onChange: (list: RuleList) => void): Promise<void> {
  const list = await attempt('The rule was not deleted', call('rules.remove', { ...place(), ruleId: rule.id, text: rule.text }));
  if (!list) return;
  onChange(list);
  const { source } = rule;
  showToast({
    title: `Rule deleted: ${rule.text}`,
    detail: SOURCE_WORDS[source],
    ...(isDestination(source) && { action: { label: 'Undo', run: () => void addRule(rule.behavior, rule.text, source, onChange) } }),
  });
}

function isDestination(source: RuleSource): source is RuleDestination {
  return source === 'session' || source === 'local' || source === 'project' || source === 'user';
}

function place(): { projectDir: string; sessionId?: string } {
  const { project, sessionId } = useWindow.getState();
  if (!project) throw new Error('Rules are changed while no project is open');
  return { projectDir: project.projectDir, ...(sessionId !== null && { sessionId }) };
}
