import { showSession } from '../store/project-actions.ts';
import type { QueuedAsk } from '../store/queued-asks.ts';
import { useWindow } from '../store/app-store.ts';
import { Button } from '../ui/button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { alwaysChoices } from './always-choices.ts';
import { alwaysKind, sessionAnswer } from './ask-acts.ts';
import { batchOf, isHighRisk, type AskGroup } from './ask-groups.ts';
import { useArmed } from './use-armed.ts';
import { words } from './words.ts';
import styles from './permission-queue.module.css';

interface QueueStripProps {
  readonly groups: readonly AskGroup[];
  /** Questions and plans that wait in the conversation, and those in the conversations of other sessions. */
  readonly forms: number;
  readonly elsewhere: readonly QueuedAsk[];
  readonly current: AskGroup | undefined;
  readonly answering: boolean;
  /** The request one looked at went away: what it was about. */
  readonly gone: string | null;
  readonly onAllowAll: (groups: readonly AskGroup[]) => void;
}

/** The queue in one line: how much waits, and the keys that answer. */
export function QueueStrip({ groups, forms, elsewhere, current, answering, gone, onAllowAll }: QueueStripProps) {
  const lost = useWindow((state) => state.connection === 'lost');
  const open = groups.filter(({ later }) => !later).length;
  const aside = groups.length - open;
  return (
    <>
      <div className={styles.strip} data-waiting={open > 0}>
        <span className={styles.count}>
          {open > 0 && (open === 1 ? words.oneNeedsYou : words.requestsNeedYou(open))}
          {groups.length === 0 && (forms > 0 ? words.formWaits : words.nothingNeedsYou)}
          {aside > 0 && (
            <span className={styles.aside}>
              {open > 0 && ' · '}
              {aside} {words.setAside}
            </span>
          )}
          {answering && <span className={styles.aside}> {words.answering}</span>}
        </span>
        <AllowAll groups={batchOf(groups)} disabled={lost || answering} onAllowAll={onAllowAll} />
        {current && <Keys ask={current.ask} />}
      </div>
      {elsewhere.map((ask) => (
        <button key={ask.askId} type="button" className={styles.elsewhere} onClick={() => void showSession(ask.sessionId)}>
          <VisibleText text={ask.sessionTitle || 'Another session'} /> {words.waitsElsewhere}
        </button>
      ))}
      {lost && groups.length > 0 && (
        <p className={styles.note} role="status">
          {words.disconnected}
        </p>
      )}
      {gone !== null && (
        <p className={styles.note} role="status">
          {words.gone} <VisibleText text={gone.slice(0, 200)} />
        </p>
      )}
    </>
  );
}

/** Several at once, and only what reads. */
function AllowAll({
  groups,
  disabled,
  onAllowAll,
}: {
  readonly groups: readonly AskGroup[];
  readonly disabled: boolean;
  readonly onAllowAll: (groups: readonly AskGroup[]) => void;
}) {
  const armed = useArmed(groups.map(({ ask }) => ask.digest).join(' '));
  if (groups.length < 2) return null;
  return (
    <Button
      size="small"
      disabled={disabled || !armed}
      title={groups.map(({ ask }) => ask.view.summary).join('\n')}
      onClick={() => onAllowAll(groups)}
    >
      {words.allowReads(groups.length)}
    </Button>
  );
}

/** The keys of the answers that this request offers. */
function Keys({ ask }: { readonly ask: QueuedAsk }) {
  const high = isHighRisk(ask);
  const choices = alwaysChoices(ask.suggestions);
  return (
    <span className={styles.keys} aria-hidden="true">
      <span>
        <Kbd keys="A" /> {high ? words.holdToAllow : words.once}
      </span>
      {!high && sessionAnswer(choices) && (
        <span>
          <Kbd keys="T" /> {words.session}
        </span>
      )}
      {alwaysKind(choices) !== 'none' && (
        <span>
          <Kbd keys="Shift+A" /> {alwaysKind(choices) === 'folder' ? words.folderKey : words.always}
        </span>
      )}
      <span>
        <Kbd keys="D" /> {words.denyKey}
      </span>
      <span>
        <Kbd keys="E" /> {words.editKey}
      </span>
      <span>
        <Kbd keys="S" /> {words.laterKey}
      </span>
    </span>
  );
}
