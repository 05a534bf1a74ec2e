import { useEffect, useRef, useState } from 'react';
import type { AskAnswer } from '#shared/session/ask.ts';
import { useWindow } from '../../store/app-store.ts';
import { askedIn, isQueued, type QueuedAsk, stoppedWith } from '../../store/queued-asks.ts';
import { answerAsk } from '../../store/session-actions.ts';
import { noteAllowed } from './allowed-before.ts';
import type { AskGroup } from './ask-groups.ts';

type SavingAnswer = Extract<AskAnswer, { type: 'allow_always' | 'allow_unseen' }>;

export interface Answers {
  /** The group whose answer is being sent. */
  readonly answering: string | null;
  /** Counts stale answers, so that the card is armed again. */
  readonly stale: number;
  /** Why an edited input was rejected, with its group. */
  readonly refused: { readonly key: string; readonly why: string } | null;
  /** Whether this window has answered the ask, or ended the turn that asked. */
  readonly hasAnswered: (askId: string) => boolean;
  readonly answer: (groups: readonly AskGroup[], given: AskAnswer) => Promise<void>;
}

/** Whether more than this call is allowed from now on: by rules, folders or another mode. */
export function saves({ type }: AskAnswer): boolean {
  return type === 'allow_always' || type === 'add_directories' || type === 'set_mode';
}

/** Sends answers: one per member of a group, each bound to what was shown. */
export function useAnswers(): Answers {
  const [answering, setAnswering] = useState<string | null>(null);
  const [stale, setStale] = useState(0);
  const [refused, setRefused] = useState<Answers['refused']>(null);
  const answered = useRef(new Set<string>());
  const hasAnswered = (askId: string): boolean => answered.current.has(askId);

  const answerGroup = async ({ key, members }: AskGroup, given: AskAnswer): Promise<void> => {
    setAnswering(key);
    // Rules settle the other members by themselves; any other answer is sent for each.
    const each = given.type === 'allow_always' || given.type === 'set_mode' ? members.slice(0, 1) : members;
    const denied = new Set<QueuedAsk>();
    for (const member of each) {
      // A previous answer may have settled this one.
      if (denied.has(member) || !isQueued(member)) continue;
      // A denial without a word ends the turn: it answers all that the session asks, the others of the card as denied.
      const ended = given.type === 'deny' && (given.message ?? '') === '' && given.onlyThis !== true ? askedIn(member.sessionId) : [];
      const also = ended.length === 0 ? [] : each.filter((other) => other !== member && other.sessionId === member.sessionId);
      for (const other of also) denied.add(other);
      for (const { askId } of [...members, ...ended]) answered.current.add(askId);
      const saved =
        given.type === 'allow_always' || given.type === 'allow_unseen' ? await beforeSaving(member, given, hasAnswered) : undefined;
      const outcome = await answerAsk(member.sessionId, member, given, also);
      if (outcome === 'accepted') saved?.();
      if (outcome === 'accepted' && given.type !== 'deny') noteAllowed(member);
      if (outcome === 'stale') {
        setStale((count) => count + 1);
        for (const { askId } of ended) answered.current.delete(askId);
      }
      if (typeof outcome === 'object') {
        setRefused({ key, why: outcome.refused });
        break;
      }
    }
    setAnswering(null);
  };

  return {
    answering,
    stale,
    refused,
    hasAnswered,
    answer: async (groups, given) => {
      setRefused(null);
      for (const group of groups) await answerGroup(group, given);
    },
  };
}

/** Prepares to say that the answer has saved its rules. It is given all the same where that fails. */
async function beforeSaving(
  { sessionId }: QueuedAsk,
  given: SavingAnswer,
  isAnswered: (askId: string) => boolean,
): Promise<(() => void) | undefined> {
  const projectDir = useWindow.getState().project?.projectDir;
  if (projectDir === undefined) return undefined;
  try {
    const rules = await import('../../rules/saved-by-answer.ts');
    const context = { projectDir, sessionId, isAnswered };
    return await (given.type === 'allow_unseen' ? rules.beforeAllowingUnseen(context) : rules.beforeSaving(context, given));
  } catch {
    // The toast is left out: the rules are saved, and listed in Rules.
    return undefined;
  }
}

const SHOWN_FOR_MS = 8000;

/** A shown request that was settled elsewhere, or those that the user's stop in this window withdrew. */
export interface Settled {
  readonly what: readonly string[];
  readonly stopped: boolean;
  /** The request that was shown. */
  readonly ask: QueuedAsk;
}

const nameOf = ({ view, toolName }: QueuedAsk): string => view.summary || toolName;

/** What to say when the shown request is settled elsewhere. */
export function useSettledElsewhere(
  current: AskGroup | undefined,
  waits: (askId: string) => boolean,
  hasAnswered: (askId: string) => boolean,
): Settled | null {
  const projectDir = useWindow((state) => state.project?.projectDir);
  const [seen, setSeen] = useState<{ readonly of?: string | undefined; readonly group?: AskGroup | undefined }>({});
  const [settledElsewhere, setSettledElsewhere] = useState<Settled | null>(null);
  if (seen.group !== current || seen.of !== projectDir) {
    setSeen({ of: projectDir, group: current });
    // What another project asks goes on waiting there.
    const before = seen.of === projectDir ? seen.group : undefined;
    if (before && !before.members.some(({ askId }) => waits(askId) || hasAnswered(askId))) {
      const stopped = before.members.map(({ askId }) => stoppedWith(askId)).find((asks) => asks.length > 0);
      setSettledElsewhere({ what: (stopped ?? [before.ask]).map(nameOf), stopped: stopped !== undefined, ask: before.ask });
    } else if (settledElsewhere !== null) setSettledElsewhere(null);
  }
  useEffect(() => {
    if (settledElsewhere === null) return undefined;
    const timer = setTimeout(() => setSettledElsewhere(null), SHOWN_FOR_MS);
    return () => clearTimeout(timer);
  }, [settledElsewhere]);
  return settledElsewhere;
}
