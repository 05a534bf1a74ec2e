import { X } from 'lucide-react';
import { useSession } from '../../store/selectors.ts';
import { unschedule } from '../../store/session-actions.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { absoluteTime } from '../../ui/format.ts';
import { words } from './later-words.ts';
import styles from './queued-messages.module.css';

/** Prompts that the agent scheduled, the next one first; each can be removed. */
export function ScheduledPrompts({ sessionId }: { readonly sessionId: string }) {
  const scheduled = useSession(sessionId, (view) => view.later) ?? [];
  if (scheduled.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={words.scheduledPrompts}>
      {scheduled.map(({ scheduleId, when, prompt, reason, nextAt }) => (
        <li key={scheduleId} className={styles.message}>
          <span className={styles.label}>{words.scheduled}</span>
          <span className={styles.text} title={reason === undefined ? prompt : `${reason}\n\n${prompt}`}>
            <VisibleText text={prompt} />
          </span>
          <span className={styles.label} title={words.nextRun(absoluteTime(nextAt))}>
            <VisibleText text={when} />
          </span>
          <IconButton
            label={words.removeScheduled}
            size="small"
            icon={<X size={14} strokeWidth={1.5} />}
            onClick={() => void unschedule(sessionId, scheduleId)}
          />
        </li>
      ))}
    </ul>
  );
}
