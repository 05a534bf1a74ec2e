import type { RuleList } from '#shared/contract/project.ts';
import type { RuleDestination } from '#shared/permission/rule.ts';
import { call } from '../bridge/client.ts';
import { useWindow, type WindowState } from '../store/app-store.ts';
import { type Waiting, waitingBesides } from './answered-by-saving.ts';
import { noteSaved, type RuleContext } from './change-rules.ts';

/** Where the answer is given, and whether this window has answered a request. */
interface SavingContext extends RuleContext {
  readonly isAnswered: (askId: string) => boolean;
}

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
export async function beforeSaving({ isAnswered, ...context }: SavingContext, answer: SavingAnswer): Promise<() => void> {
  const { destination } = answer;
  const { follow } = waitingBesides(isAnswered);
  const known = await savedOf(context, destination);
  const fresh = [...new Set(answer.rules)].filter((text) => !known.has(text));
  return () => {
    if (fresh.length === 0) return;
    watch(context, destination, (saved) => (fresh.every((text) => saved.has(text)) ? fresh : []), follow);
  };
}

/** The same for an answer that allows a line unseen for the session: the engine writes its rule. */
export async function beforeAllowingUnseen({ isAnswered, ...context }: SavingContext): Promise<() => void> {
  const { follow } = waitingBesides(isAnswered);
  const known = await savedOf(context, 'session');
  return () => watch(context, 'session', (saved) => [...saved].filter((text) => !known.has(text)), follow);
}

/** Waits until `freshIn` finds the new rules among those in force from there, and says that they are saved and what they answer. */
function watch(
  context: RuleContext,
  destination: RuleDestination,
  freshIn: (saved: ReadonlySet<string>) => readonly string[],
  follow: Waiting['follow'],
): void {
  let done = false;
  const stop = () => {
    done = true;
    unsubscribe();
    clearTimeout(timer);
  };
  const check = async () => {
    const fresh = freshIn(await savedOf(context, destination));
    if (done || fresh.length === 0) return;
    stop();
    follow(noteSaved(context, fresh, destination));
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
async function savedOf(context: RuleContext, destination: RuleDestination): Promise<ReadonlySet<string>> {
  const { rules }: RuleList = await call('rules.list', context);
  return new Set(
    rules.filter((rule) => rule.behavior === 'allow' && rule.source === destination && !rule.disabled).map(({ text }) => text),
  );
}

function sessionRules({ sessions }: WindowState, { sessionId }: RuleContext): unknown {
  return sessionId === undefined ? undefined : sessions[sessionId]?.view.sessionRules;
}
