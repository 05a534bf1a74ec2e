import { useRef, useState } from 'react';
import type { ElicitationContent } from '#shared/session/elicitation.ts';
import type { PendingElicitation } from '#shared/session/view.ts';
import type { Refusal } from '../../answers/answer-guard.ts';
import { useAnswerGuard } from '../../answers/use-answer-guard.ts';
import { ignoredWords } from '../../answers/words.ts';
import { useWindow } from '../../store/app-store.ts';
import { useSession } from '../../store/selectors.ts';
import { answerElicitation } from '../../store/session-actions.ts';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { useLoaded } from '../../ui/use-loaded.ts';
import { words } from './words.ts';
import { words as conversationWords } from '../words.ts';
import styles from './form-dock.module.css';

const loadForms = () => import('./forms.ts');
const NONE: readonly PendingElicitation[] = [];

/** A question of an MCP server, above the message box. */
export function ElicitationDock({ sessionId }: { readonly sessionId: string }) {
  const [first, ...others] = useSession(sessionId, (view) => view.elicitations) ?? NONE;
  return first && <Dock key={first.elicitationId} sessionId={sessionId} elicitation={first} more={others.length} />;
}

interface DockProps {
  readonly sessionId: string;
  readonly elicitation: PendingElicitation;
  readonly more: number;
}

function Dock({ sessionId, elicitation, more }: DockProps) {
  const forms = useLoaded(loadForms);
  const lost = useWindow((state) => state.connection === 'lost');
  const [answering, setAnswering] = useState(false);
  const [ignored, setIgnored] = useState<Refusal | null>(null);
  const dock = useRef<HTMLElement>(null);
  const { elicitationId } = elicitation;
  const guard = useAnswerGuard({ card: forms ? elicitationId : null, element: dock });
  const onAnswer = async (action: 'accept' | 'decline' | 'cancel', content?: ElicitationContent) => {
    if (answering || lost) return;
    // It is never focused automatically, so it needs no prior engagement.
    const why = guard.refusal({ needsEngagement: false });
    setIgnored(why ?? null);
    if (why !== undefined) return;
    setAnswering(true);
    await answerElicitation(sessionId, elicitationId, action, content);
    setAnswering(false);
  };
  return (
    <section
      ref={dock}
      className={styles.dock}
      aria-label={words.serverAsks(elicitation.server)}
      data-form={elicitationId}
      data-answered={answering || undefined}
      tabIndex={-1}
    >
      {forms ? (
        <forms.ElicitationForm
          elicitation={elicitation}
          more={more}
          armed={guard.armed && !answering && !lost}
          onAnswer={(action, content) => void onAnswer(action, content)}
        />
      ) : (
        <Skeleton lines={3} label={conversationWords.loadingForm} />
      )}
      {ignored !== null && (
        <p className={styles.note} role="status">
          {ignoredWords(ignored)}
        </p>
      )}
    </section>
  );
}
