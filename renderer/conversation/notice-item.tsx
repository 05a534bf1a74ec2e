import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ConversationItem } from '#shared/session/view.ts';
import { useSession } from '../store/selectors.ts';
import { retry } from '../store/session-actions.ts';
import { openDialog } from '../store/window-actions.ts';
import { BudgetActions } from '../usage/budget-actions.tsx';
import { Button } from '../ui/button.tsx';
import { ShortenActions } from './shorten-actions.tsx';
import { TaskNotice } from './task-notice.tsx';
import { words } from './words.ts';
import styles from './notice-item.module.css';

type Notice = Extract<ConversationItem, { type: 'notice' }>;

const icon = { size: 15, strokeWidth: 1.5, 'aria-hidden': true } as const;
const ICONS = { info: <Info {...icon} />, warning: <TriangleAlert {...icon} />, error: <CircleAlert {...icon} /> };

/** A message from the app: a retry, a missing key, a lost connection. */
export function NoticeItem({ sessionId, item }: { readonly sessionId: string; readonly item: Notice }) {
  return item.about ? (
    <TaskNotice sessionId={sessionId} item={{ ...item, about: item.about }} />
  ) : (
    <PlainNotice sessionId={sessionId} item={item} />
  );
}

function PlainNotice({ sessionId, item }: { readonly sessionId: string; readonly item: Notice }) {
  const working = useSession(sessionId, (view) => view.turn !== null) ?? false;
  const last = useSession(sessionId, (view) => view.items.at(-1)?.id === item.id) ?? false;
  const scripted = useSession(sessionId, (view) => view.client === 'scripted') ?? false;
  return (
    <div className={styles.notice} data-level={item.level} role={item.level === 'error' && last ? 'alert' : undefined}>
      {ICONS[item.level]}
      <p className={styles.text}>{item.text}</p>
      {item.action !== 'none' && last && (
        <span className={styles.actions}>
          {item.action === 'enter_key' && (
            <Button size="small" onClick={() => openDialog({ type: 'access', focus: 'key' })}>
              {words.enterKey}
            </Button>
          )}
          {item.action === 'retry' && !scripted && (
            <Button size="small" variant="quiet" onClick={() => openDialog({ type: 'access', focus: 'server' })}>
              {words.changeServer}
            </Button>
          )}
          {item.action === 'raise_budget' && !working && <BudgetActions sessionId={sessionId} />}
          {item.action === 'shorten' && !working && <ShortenActions sessionId={sessionId} />}
          {item.action !== 'raise_budget' && item.action !== 'shorten' && (
            <Button size="small" disabled={working} onClick={() => void retry(sessionId)}>
              {words.tryAgain}
            </Button>
          )}
        </span>
      )}
    </div>
  );
}
