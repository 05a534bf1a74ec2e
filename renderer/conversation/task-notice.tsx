import { Bot, SquareTerminal } from 'lucide-react';
import type { ConversationItem, SessionView } from '#shared/session/view.ts';
import { useSession } from '../store/selectors.ts';
import { selectCall, showPane } from '../store/window-actions.ts';
import { Button } from '../ui/button.tsx';
import { absoluteTime } from '../ui/relative-time.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { words } from './words.ts';
import styles from './task-notice.module.css';

type Notice = Extract<ConversationItem, { type: 'notice' }>;
export type TaskNoticeItem = Notice & { readonly about: NonNullable<Notice['about']> };

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** A background command or agent has ended or waits, with a link to it. A notice of the app, not a message. */
export function TaskNotice({ sessionId, item }: { readonly sessionId: string; readonly item: TaskNoticeItem }) {
  const { about } = item;
  const callId = useSession(sessionId, (view) => callOf(view, about));
  const waits = useSession(sessionId, ({ tasks }) => about.type === 'command' && tasks[about.taskId]?.state === 'running') ?? false;
  const show = () => {
    if (callId === undefined) return;
    selectCall(callId);
    if (waits) showPane('terminals');
  };
  return (
    <div className={styles.notice} data-level={item.level} role="note" aria-label={words.fromTask} title={absoluteTime(item.at)}>
      {about.type === 'agent' ? <Bot {...icon} /> : <SquareTerminal {...icon} />}
      <span className={styles.text}>
        <VisibleText text={item.text} />
      </span>
      {callId !== undefined && (
        <Button size="small" variant="quiet" onClick={show}>
          {about.type === 'agent' ? words.showAgent : waits ? words.showTerminal : words.showCommand}
        </Button>
      )}
    </div>
  );
}

function callOf({ agents, tasks }: SessionView, about: TaskNoticeItem['about']): string | undefined {
  return about.type === 'agent' ? agents[about.agentId]?.parentCallId : tasks[about.taskId]?.callId;
}
