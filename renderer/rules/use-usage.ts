import { useEffect, useState } from 'react';
import type { RuleUsage } from '#shared/contract/rules.ts';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';

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
    void call('rules.dismiss', { projectDir, texts: [...texts] }).catch(() => undefined);
  };
  return { usage, dismiss };
}
