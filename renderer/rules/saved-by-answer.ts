import type { RuleList } from '#shared/contract/project.ts';
import type { RuleDestination } from '#shared/permission/rule.ts';
import { call } from '../bridge/client.ts';
import { useWindow, type WindowState } from '../store/app-store.ts';
import { noteSaved, type RuleContext } from './change-rules.ts';

interface SavingAnswer {
  readonly rules: readonly string[];
  readonly destination: RuleDestination;
}

/** The engine saves them after it took the answer; a failure is a notice in the conversation. Milliseconds. */
const SAVED_WITHIN = 10_000;

/**
 * To be called before an answer that saves rules is sent. The function that it resolves to, called once the answer was accepted, says when those
 * rules of it that are new are saved.
 */
export async function beforeSaving(context: RuleContext, answer: SavingAnswer): Promise<() => void> {
  const known = await savedOf(context, answer);
  const fresh = [...new Set(answer.rules)].filter((text) => !known.has(text));
  return () => {
    if (fresh.length > 0) watch(context, { ...answer, rules: fresh });
  };
}

function watch(context: RuleContext, answer: SavingAnswer): void {
  let done = false;
  const stop = () => {
    done = true;
    unsubscribe();
    clearTimeout(timer);
  };
  const check = async () => {
    const saved = await savedOf(context, answer);
    if (done || !answer.rules.every((text) => saved.has(text))) return;
    stop();
    noteSaved(context, answer.rules, answer.destination);
  };
  // Without the list nothing is said; Rules shows them all the same.
  const checkNow = () => void check().catch(stop);
  const unsubscribe = useWindow.subscribe((now, before) => {
    if (now.rulesVersion !== before.rulesVersion || sessionRules(now, context) !== sessionRules(before, context)) checkNow();
  });
  const timer = setTimeout(stop, SAVED_WITHIN);
  checkNow();
}

/** The allow rules that are in force from there. */
async function savedOf(context: RuleContext, { destination }: SavingAnswer): Promise<ReadonlySet<string>> {
  const { rules }: RuleList = await call('rules.list', context);
  return new Set(
    rules.filter((rule) => rule.behavior === 'allow' && rule.source === destination && !rule.disabled).map(({ text }) => text),
  );
}

function sessionRules({ sessions }: WindowState, { sessionId }: RuleContext): unknown {
  return sessionId === undefined ? undefined : sessions[sessionId]?.view.sessionRules;
}
