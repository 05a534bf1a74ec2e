import { useEffect, useState } from 'react';
import type { RuleList } from '#shared/contract/project.ts';
import { call } from '../bridge/client.ts';
import { useWindow, type PendingRuleRequest } from '../store/app-store.ts';
import { attempt, clearPendingRuleRequest } from '../store/window-actions.ts';
import { showToast } from '../ui/toast.tsx';
import { beginDraft } from './rule-draft.ts';

/** Handles requests from other panes. Returns the rule to reveal, a new object each time. */
export function usePendingRuleRequest(list: RuleList): { readonly ruleId: string } | null {
  const request = useWindow((state) => state.pendingRuleRequest);
  const projectDir = useWindow((state) => state.project?.projectDir);
  const [goTo, setGoTo] = useState<{ readonly ruleId: string } | null>(null);
  useEffect(() => {
    if (!request || projectDir === undefined) return;
    clearPendingRuleRequest();
    if (request.type === 'fromCall') void draftFromCall(request, projectDir);
    else {
      const ruleId = findRule(request, list);
      if (ruleId !== undefined) setGoTo({ ruleId });
      else showToast({ title: 'The rule is gone', detail: `${request.rule.text} has been changed or deleted since.` });
    }
  }, [request, projectDir, list]);
  return goTo;
}

async function draftFromCall({ sessionId, callId }: Extract<PendingRuleRequest, { type: 'fromCall' }>, projectDir: string): Promise<void> {
  const made = await attempt('No rule can be made from this call', call('rules.forCall', { projectDir, sessionId, callId }));
  const [text] = made?.texts ?? [];
  if (made && text !== undefined) beginDraft({ behavior: made.behavior, text, destination: made.destination, from: made.summary });
}

/** Positions shift with every edit above; the text doesn't. */
function findRule({ rule }: Extract<PendingRuleRequest, { type: 'show' }>, list: RuleList): string | undefined {
  const same = list.rules.filter(
    ({ text, behavior, source, disabled }) => text === rule.text && behavior === rule.behavior && source === rule.source && !disabled,
  );
  return (same.find(({ line }) => line === rule.line) ?? same[0])?.id;
}
