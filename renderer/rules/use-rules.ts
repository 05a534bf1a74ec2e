import { useCallback, useEffect, useState } from 'react';
import type { EditableSettingsFile } from '#shared/contract/commands/settings-commands.ts';
import type { RuleList } from '#shared/contract/project.ts';
import type { RuleUsage } from '#shared/contract/rules.ts';
import { errorMessage } from '#shared/error-message.ts';
import { call } from '../bridge/client.ts';
import { type PendingRuleRequest, useWindow } from '../store/app-store.ts';
import { clearPendingRuleRequest } from '../store/rule-requests.ts';
import { attempt } from '../store/window-actions.ts';
import { showToast } from '../ui/overlays/toast.tsx';
import { beginDraft } from './rule-draft.ts';
import { words } from './words.ts';

export interface RulesState {
  readonly list: RuleList | null;
  readonly error: string | null;
  /** Sets the list returned by an add or remove. */
  readonly setList: (list: RuleList) => void;
  readonly reload: () => void;
}

/** The rules of the open project and session; refetched when a settings file or the session changes them. */
export function useRules(): RulesState {
  const projectDir = useWindow((state) => state.project?.projectDir);
  const sessionId = useWindow((state) => state.sessionId);
  const version = useWindow((state) => state.rulesVersion);
  const trusted = useWindow((state) => state.project?.trusted);
  const [list, setList] = useState<RuleList | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    if (projectDir === undefined) return;
    let current = true;
    call('rules.list', { projectDir, ...(sessionId !== null && { sessionId }) }).then(
      (answer) => {
        if (!current) return;
        setList(answer);
        setError(null);
      },
      (cause: unknown) => current && setError(errorMessage(cause)),
    );
    return () => {
      current = false;
    };
  }, [projectDir, sessionId, version, trusted, attempt]);

  return { list, error, setList, reload: useCallback(() => setAttempt((count) => count + 1), []) };
}

/** Usage of the rules in recorded calls; `null` until loaded. Refetched when rules change and when a turn ends. */
export function useUsage(): { readonly usage: RuleUsage | null; readonly dismiss: (texts: readonly string[]) => void } {
  const projectDir = useWindow((state) => state.project?.projectDir);
  const sessionId = useWindow((state) => state.sessionId);
  const version = useWindow((state) => state.rulesVersion);
  const idle = useWindow((state) => (state.sessionId === null ? true : (state.sessions[state.sessionId]?.view.turn ?? null) === null));
  const [usage, setUsage] = useState<RuleUsage | null>(null);
  useEffect(() => {
    if (projectDir === undefined) return;
    let current = true;
    call('rules.usage', { projectDir, ...(sessionId !== null && { sessionId }) }).then(
      (answer) => current && setUsage(answer),
      // Ignore errors: the rules are listed without their usage.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [projectDir, sessionId, version, idle]);

  const dismiss = (texts: readonly string[]) => {
    if (projectDir === undefined) return;
    const same = (other: readonly string[]) => other.join('\0') === texts.join('\0');
    setUsage((before) => before && { ...before, suggestions: before.suggestions.filter((one) => !same(one.texts)) });
    // It is suggested again next time.
    void call('rules.dismiss', { projectDir, texts: [...texts] }).catch(() => undefined);
  };
  return { usage, dismiss };
}

/** The rule to reveal, or the settings file to show. */
export type RulePlace =
  | { readonly ruleId: string; readonly file?: never }
  | { readonly ruleId?: never; readonly file: EditableSettingsFile };

/** Handles requests from other panes. `onOpen`: to open a part of the pane. Returns where the others lead, a new object each time. */
export function usePendingRuleRequest(list: RuleList, onOpen: (part: 'try' | 'packs') => void): RulePlace | null {
  const request = useWindow((state) => state.pendingRuleRequest);
  const projectDir = useWindow((state) => state.project?.projectDir);
  const [goTo, setGoTo] = useState<RulePlace | null>(null);
  useEffect(() => {
    if (!request || projectDir === undefined) return;
    clearPendingRuleRequest();
    if (request.type === 'fromCall') void draftFromCall(request, projectDir);
    else if (request.type === 'new') beginDraft();
    else if (request.type === 'try' || request.type === 'packs') onOpen(request.type);
    else if (request.type === 'file') setGoTo({ file: request.file });
    else {
      const ruleId = findRule(request, list);
      if (ruleId !== undefined) setGoTo({ ruleId });
      else showToast({ title: words.ruleGone, detail: words.ruleGoneDetail(request.rule.text) });
    }
  }, [request, projectDir, list, onOpen]);
  return goTo;
}

async function draftFromCall({ sessionId, callId }: Extract<PendingRuleRequest, { type: 'fromCall' }>, projectDir: string): Promise<void> {
  const made = await attempt(words.noRuleFromCall, call('rules.forCall', { projectDir, sessionId, callId }));
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
