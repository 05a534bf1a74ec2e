import { Bot, CircleAlert, Info, SquareTerminal, TriangleAlert } from 'lucide-react';
import type { FailedHook } from '#shared/session/hook-run.ts';
import type { ConversationItem, SessionView } from '#shared/session/view.ts';
import { useCall, useSession } from '../../store/selectors.ts';
import { compact, retry } from '../../store/session-actions.ts';
import { showTerminalOf } from '../../store/wanted-terminal.ts';
import { openDialog, selectCall } from '../../store/window-actions.ts';
import { BudgetActions } from '../../usage/budget-actions.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { words } from '../words.ts';
import { noticeWords } from './notice-words.ts';
import { editAndResend } from '../composer/message-box.ts';
import { absoluteTime, clockTime } from '../../ui/format.ts';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { onDemand } from '../../ui/on-demand.tsx';
import type { FailedHookItemProps } from './failed-hook-item.tsx';
import styles from './notice-item.module.css';

const FailedHookItem = onDemand<FailedHookItemProps>(async () => (await import('./failed-hook-item.tsx')).FailedHookItem);

type Notice = Extract<ConversationItem, { type: 'notice' }>;
type TaskNoticeItem = Notice & { readonly about: Exclude<NonNullable<Notice['about']>, FailedHook> };

const icon = { size: 15, strokeWidth: 1.5, 'aria-hidden': true } as const;
const smallIcon = { ...icon, size: 14 };
const ICONS = { info: <Info {...icon} />, warning: <TriangleAlert {...icon} />, error: <CircleAlert {...icon} /> };

export interface NoticeItemProps {
  readonly sessionId: string;
  readonly item: Notice;
}

/** A message from the app: a retry, a missing key, a lost connection. */
export function NoticeItem({ sessionId, item }: NoticeItemProps) {
  const { about } = item;
  if (!about) return <PlainNotice sessionId={sessionId} item={item} />;
  if (about.type === 'hook') return <FailedHookItem sessionId={sessionId} hook={about} item={item} />;
  return <TaskNotice sessionId={sessionId} item={{ ...item, about }} />;
}

function PlainNotice({ sessionId, item }: { readonly sessionId: string; readonly item: Notice }) {
  const working = useSession(sessionId, (view) => view.turn !== null) ?? false;
  const last = useSession(sessionId, (view) => view.items.at(-1)?.id === item.id) ?? false;
  const scripted = useSession(sessionId, (view) => view.client === 'scripted') ?? false;
  return (
    <div className={styles.notice} data-level={item.level} role={item.level === 'error' && last ? 'alert' : undefined}>
      {ICONS[item.level]}
      <p className={styles.text}>
        <VisibleText text={item.text} />
        {item.times !== undefined && (
          <span className={styles.times} title={absoluteTime(item.at)}>
            {' '}
            {noticeWords.repeated(item.times, clockTime(item.at))}
          </span>
        )}
      </p>
      {item.action !== 'none' && last && (
        <span className={styles.actions}>
          {item.action === 'enter_key' && (
            <Button size="small" onClick={() => openDialog({ type: 'access', focus: 'key' })}>
              {noticeWords.enterKey}
            </Button>
          )}
          {item.action === 'retry' && !scripted && (
            <>
              <ChangeModel sessionId={sessionId} />
              <Button size="small" variant="quiet" onClick={() => openDialog({ type: 'access', focus: 'server' })}>
                {noticeWords.changeServer}
              </Button>
            </>
          )}
          {item.action === 'raise_budget' && !working && <BudgetActions sessionId={sessionId} />}
          {item.action === 'shorten' && !working && <ShortenActions sessionId={sessionId} />}
          {item.action !== 'raise_budget' && item.action !== 'shorten' && (
            <Button size="small" disabled={working} title={working ? words.whenDone : undefined} onClick={() => void retry(sessionId)}>
              {words.tryAgain}
            </Button>
          )}
        </span>
      )}
    </div>
  );
}

function ChangeModel({ sessionId }: { readonly sessionId: string }) {
  return (
    <Button size="small" variant="quiet" onClick={() => openDialog({ type: 'model', sessionId })}>
      {noticeWords.changeModel}
    </Button>
  );
}

/** Actions when the conversation exceeds the context: change the model, rewind, or compact. */
function ShortenActions({ sessionId }: { readonly sessionId: string }) {
  const lastMessage = useSession(
    sessionId,
    (view) => view.items.findLast((item) => item.type === 'user' && (item.origin === 'prompt' || item.origin === 'queued'))?.id,
  );
  return (
    <>
      <ChangeModel sessionId={sessionId} />
      {lastMessage !== undefined && (
        <Button size="small" onClick={() => editAndResend(sessionId, lastMessage)}>
          {noticeWords.editLast}
        </Button>
      )}
      <Button size="small" onClick={() => void compact(sessionId)}>
        {noticeWords.compact}
      </Button>
    </>
  );
}

/** A background command or agent has ended or waits, with a link to it. A notice of the app, not a message. */
function TaskNotice({ sessionId, item }: { readonly sessionId: string; readonly item: TaskNoticeItem }) {
  const { about } = item;
  const callId = useSession(sessionId, (view) => callOf(view, about));
  const waits = useSession(sessionId, ({ tasks }) => about.type === 'command' && tasks[about.taskId]?.state === 'running') ?? false;
  const row = useCall(sessionId, callId ?? '');
  const show = () => {
    if (waits && row) showTerminalOf(row);
    else if (callId !== undefined) selectCall(callId);
  };
  return (
    <div className={styles.task} data-level={item.level} role="note" aria-label={noticeWords.fromTask} title={absoluteTime(item.at)}>
      {about.type === 'agent' ? <Bot {...smallIcon} /> : <SquareTerminal {...smallIcon} />}
      <span className={styles.taskText}>
        <VisibleText text={item.text} />
      </span>
      {callId !== undefined && (
        <Button size="small" variant="quiet" data-shows-terminal={waits ? callId : undefined} onClick={show}>
          {about.type === 'agent' ? noticeWords.showAgent : waits ? words.showTerminal : noticeWords.showCommand}
        </Button>
      )}
    </div>
  );
}

function callOf({ agents, tasks }: SessionView, about: TaskNoticeItem['about']): string | undefined {
  return about.type === 'agent' ? agents[about.agentId]?.parentCallId : tasks[about.taskId]?.callId;
}
