import { ArrowDown } from 'lucide-react';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useWindow } from '../store/app-store.ts';
import { useSentTo } from '../store/sought-place.ts';
import { useItems, useLiveBlocks, useSession, useSlot } from '../store/selectors.ts';
import { followSession } from '../store/session-sync.ts';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { useFollowEnd } from '../ui/use-follow-end.ts';
import { Composer } from './composer/composer.tsx';
import { ConversationEmpty } from './conversation-empty.tsx';
import { useFind } from './find/find-state.ts';
import type { FindBarProps } from './find/find-bar.tsx';
import { keepPlace, keptPlace, keptPlaces } from './reading/kept-place.ts';
import type { FollowReadingProps } from './reading/follow-reading.tsx';
import { ItemList } from './items/item-list.tsx';
import { LiveBlocks } from './items/live-blocks.tsx';
import { preloadMarkdown } from './markdown/markdown.tsx';
import { TurnStatus } from './turn-status.tsx';
import { words } from './words.ts';
import styles from './conversation.module.css';

// Not part of the first script: most sessions have none of these.
const FormDock = onDemand<InSession>(async () => (await import('./forms/form-dock.tsx')).FormDock);
const TodoStrip = onDemand<InSession>(async () => (await import('./todo-strip.tsx')).TodoStrip);
const TriggerList = onDemand<InSession>(async () => (await import('./composer/trigger-list.tsx')).TriggerList);
const ScheduledPrompts = onDemand<InSession>(async () => (await import('./composer/scheduled-prompts.tsx')).ScheduledPrompts);
const QueuedMessages = onDemand<InSession>(async () => (await import('./composer/queued-messages.tsx')).QueuedMessages);
const ElicitationDock = onDemand<InSession>(async () => (await import('./forms/elicitation-dock.tsx')).ElicitationDock);
const AfterDemo = onDemand<InSession>(async () => (await import('./after-demo.tsx')).AfterDemo);
const FindBar = onDemand<FindBarProps>(async () => (await import('./find/find-bar.tsx')).FindBar);
const FollowReading = onDemand<FollowReadingProps>(async () => (await import('./reading/follow-reading.tsx')).FollowReading);

interface InSession {
  readonly sessionId: string;
}

/** Distance to the end that still counts as the end. Pixels. */
const NEAR_END_PX = 32;

/** The conversation and the message box. */
export function Conversation({ sessionId }: { readonly sessionId: string }) {
  useEffect(preloadMarkdown, []);
  const status = useSlot(sessionId, (slot) => slot.status) ?? 'loading';
  return (
    <section className={styles.conversation} aria-label={words.conversation} data-region="conversation">
      {status === 'ready' ? (
        <Transcript key={sessionId} sessionId={sessionId} />
      ) : (
        <NotReady sessionId={sessionId} failed={status === 'error'} />
      )}
      <FormDock sessionId={sessionId} />
      <ElicitationDock sessionId={sessionId} />
      <TodoStrip sessionId={sessionId} />
      <ScheduledPrompts sessionId={sessionId} />
      <TriggerList sessionId={sessionId} />
      <QueuedMessages sessionId={sessionId} />
      <Composer key={sessionId} sessionId={sessionId} disabled={status !== 'ready'} />
    </section>
  );
}

function Transcript({ sessionId }: { readonly sessionId: string }) {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const [wasLeft] = useState(() => keptPlaces(sessionId).length > 0);
  const { following, follow } = useFollowEnd(scroller, content, NEAR_END_PX, wasLeft ? (list) => keptPlace(sessionId, list) : undefined);
  useLayoutEffect(() => {
    const list = scroller.current;
    if (!list) return undefined;
    const keep = () => keepPlace(sessionId, list, list.scrollTop + list.clientHeight >= list.scrollHeight - NEAR_END_PX);
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [sessionId]);
  const empty = useItems(sessionId).length === 0;
  const writing = useLiveBlocks(sessionId).length > 0;
  const isScripted = useSession(sessionId, (view) => view.client === 'scripted');
  const isDemo = useWindow(({ project }) => project?.demo) && isScripted;
  const finding = useFind(({ asked }) => asked > 0);
  useSelectedInView(sessionId, scroller);
  // Whatever was read before: what was just sent, and not queued, is shown.
  useEffect(() => useSentTo.subscribe((sent) => sent.sessionId === sessionId && follow()), [sessionId, follow]);
  return (
    <div className={styles.view}>
      <div ref={scroller} className={styles.scroller} role="log" aria-label={words.messages} aria-live="off">
        <div ref={content} className={styles.content}>
          {empty && !writing ? (
            <div className={styles.empty}>
              <ConversationEmpty sessionId={sessionId} />
            </div>
          ) : (
            <ItemList sessionId={sessionId} scroller={scroller} following={following} />
          )}
          <LiveBlocks sessionId={sessionId} />
          <TurnStatus sessionId={sessionId} />
          {isDemo && <AfterDemo sessionId={sessionId} />}
        </div>
      </div>
      <FollowReading sessionId={sessionId} scroller={scroller} following={following} />
      {finding && <FindBar sessionId={sessionId} scroller={scroller} />}
      {!following && (
        <Button
          size="small"
          className={styles.latest}
          icon={<ArrowDown size={13} strokeWidth={1.75} aria-hidden="true" />}
          onClick={follow}
        >
          {words.latest}
        </Button>
      )}
    </div>
  );
}

/** A call that is selected elsewhere is shown here. */
function useSelectedInView(sessionId: string, scroller: RefObject<HTMLElement | null>): void {
  const callId = useWindow((state) => state.selectedCallId);
  useEffect(() => {
    let stop: (() => void) | undefined;
    let current = true;
    if (callId !== null)
      void import('./find/show-call.ts').then(({ showCall }) => {
        const view = useWindow.getState().sessions[sessionId]?.view;
        // What was clicked here is in view already.
        const isChosenHere = scroller.current?.contains(document.activeElement) === true;
        if (current && !isChosenHere && scroller.current && view) stop = showCall(scroller.current, view, callId);
      });
    return () => {
      current = false;
      stop?.();
    };
  }, [sessionId, callId, scroller]);
}

function NotReady({ sessionId, failed }: { readonly sessionId: string; readonly failed: boolean }) {
  const error = useSlot(sessionId, (slot) => slot.error);
  const projectDir = useWindow((state) => state.project?.projectDir);
  if (!failed)
    return (
      <div className={styles.view}>
        <Skeleton lines={6} label={words.loadingTheConversation} />
      </div>
    );
  return (
    <div className={styles.view}>
      <EmptyState
        title={words.notShown}
        actions={projectDir !== undefined && <Button onClick={() => void followSession(sessionId, projectDir)}>{words.tryAgain}</Button>}
      >
        {error}
      </EmptyState>
    </div>
  );
}
