import { useRef, useState } from 'react';
import type { AskAnswer } from '#shared/session/ask.ts';
import type { PendingAsk } from '#shared/session/view.ts';
import { ignoredWords } from '../../answers/words.ts';
import { WORDS } from '../../answers/message-panel.tsx';
import type { Refusal } from '../../answers/answer-guard.ts';
import { useAnswerGuard } from '../../answers/use-answer-guard.ts';
import { useWindow } from '../../store/app-store.ts';
import { useForms } from '../../store/selectors.ts';
import { answerAsk } from '../../store/session-actions.ts';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { words } from '../words.ts';
import styles from './form-dock.module.css';

const loadForms = () => import('./forms.ts');

/** A question or plan of the agent, above the message box next to the conversation. */
export function FormDock({ sessionId }: { readonly sessionId: string }) {
  const [ask] = useForms(sessionId);
  return ask && <Dock key={ask.askId} sessionId={sessionId} ask={ask} />;
}

function Dock({ sessionId, ask }: { readonly sessionId: string; readonly ask: PendingAsk }) {
  const forms = useLoaded(loadForms);
  const [answering, setAnswering] = useState(false);
  const lost = useWindow((state) => state.connection === 'lost');
  const dock = useRef<HTMLElement>(null);
  const [ignored, setIgnored] = useState<Refusal | null>(null);
  const [refusing, setRefusing] = useState(() => WORDS.deny.of({ sessionId, askId: ask.askId }) !== undefined);
  // Its buttons move when a message is written instead.
  const guard = useAnswerGuard({ card: forms ? ask.digest : null, element: dock, layout: refusing ? 'refusing' : '' });
  const armed = guard.armed && !answering && !lost;
  const onAnswer = async (answer: AskAnswer) => {
    if (answering || lost) return;
    // It is never focused automatically, so it needs no prior engagement.
    const why = guard.refusal({ needsEngagement: false });
    setIgnored(why ?? null);
    if (why !== undefined) return;
    setAnswering(true);
    // Taken, it stays answered until it is gone.
    if ((await answerAsk(sessionId, ask, answer)) !== 'accepted') setAnswering(false);
  };
  const { detail } = ask.view;
  const props = {
    ask: { sessionId, askId: ask.askId },
    armed,
    refusing,
    onRefusing: setRefusing,
    onAnswer: (answer: AskAnswer) => void onAnswer(answer),
  };
  return (
    <section
      ref={dock}
      className={styles.dock}
      aria-label={detail?.type === 'plan' ? words.planToReview : words.questionsForYou}
      data-form={ask.askId}
      data-kind={detail?.type}
      data-answered={answering || undefined}
      tabIndex={-1}
    >
      {!forms && <Skeleton lines={3} label={words.loadingForm} />}
      {forms && detail?.type === 'plan' && <forms.PlanReview plan={detail.plan} modeBefore={detail.modeBefore} {...props} />}
      {ignored !== null && (
        <p className={styles.note} role="status">
          {ignoredWords(ignored)}
        </p>
      )}
      {forms && detail?.type === 'questions' && <forms.QuestionForm questions={detail.questions} {...props} />}
    </section>
  );
}
