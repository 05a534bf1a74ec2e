import { ChevronUp } from 'lucide-react';
import { showSession } from '../../store/project-actions.ts';
import { type QueuedAsk, type SettledBy, useSettledBy } from '../../store/queued-asks.ts';
import { useWindow } from '../../store/app-store.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { useKeysOf } from '../../store/command-keys.ts';
import { Kbd } from '../../ui/display/kbd.tsx';
import { classNames } from '../../ui/class-names.ts';
import { useRootMark } from '../../ui/use-root-mark.ts';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { RiskMark } from '../../ui/display/risk-mark.tsx';
import { LineEllipsis } from '../../ui/display/line-ellipsis.tsx';
import { StartEllipsis } from '../../ui/display/start-ellipsis.tsx';
import { titlePath } from '../title-path.ts';
import { alwaysChoices, alwaysKind, sessionAnswer } from '../panels/always-choices.ts';
import { type AskGroup, isHighRisk, isOf, requestsIn } from './ask-groups.ts';
import { askSentence, sessionWords } from '../ask-words.ts';
import type { Settled } from './use-answers.ts';
import { FoldLine, type Fold } from './fold-line.tsx';
import { WaitsElsewhere } from './waits-elsewhere.tsx';
import { PLACE_ID } from './place-id.ts';
import { words } from '../words.ts';
import styles from './permission-queue.module.css';
import notes from './strip-notes.module.css';

interface QueueStripProps {
  readonly sessionId: string;
  readonly groups: readonly AskGroup[];
  /** Pending questions and plans of this conversation, and those of other sessions. */
  readonly forms: number;
  readonly elsewhere: readonly QueuedAsk[];
  readonly current: AskGroup | undefined;
  /** The position of the open card, from 1. */
  readonly place: number;
  readonly answering: boolean;
  /** The user has engaged with the card, so keys answer it. */
  readonly engaged: boolean;
  /** Its letters count after a fill. */
  readonly mayFill: boolean;
  /** The shown request was settled elsewhere: what it was about. */
  readonly settledElsewhere: Settled | null;
  /** While requests wait. */
  readonly fold: Fold | null;
  /** What may be allowed together, and whether it is shown for that. */
  readonly reads: readonly AskGroup[];
  readonly reviewing: boolean;
  readonly onReview: () => void;
}

/** The queue in one line: how many wait, and the keys that answer. */
export function QueueStrip({
  sessionId,
  groups,
  forms,
  elsewhere,
  current,
  place,
  answering,
  engaged,
  mayFill,
  settledElsewhere,
  fold,
  reads,
  reviewing,
  onReview,
}: QueueStripProps) {
  useRootMark('request', groups.length > 0);
  const lost = useWindow((state) => state.connection === 'lost');
  const open = requestsIn(groups.filter(({ later }) => !later));
  const aside = requestsIn(groups) - open;
  const folded = fold?.folded === true;
  const final = folded && groups.length > 1 ? requestsIn(groups.filter(({ ask }) => isHighRisk(ask))) : 0;
  const counted = (
    <>
      {open > 0 && (open === 1 ? words.onePending : words.manyPending(open))}
      {groups.length === 0 && (forms > 0 ? words.formWaits : words.nonePending)}
      {aside > 0 && (
        <span className={styles.aside}>
          {open > 0 && ' · '}
          {aside} {words.setAside}
        </span>
      )}
      {final > 0 && <span className={styles.final}>{words.destructiveOnes(final)}</span>}
      {current && groups.length > 1 && !folded && !reviewing && (
        <span id={PLACE_ID} className={classNames(styles.aside, styles.place)}>
          {' · '}
          {words.placeOf(place, groups.length, groups.length < open + aside)}
        </span>
      )}
      {answering && <span className={styles.aside}> {words.answering}</span>}
    </>
  );
  return (
    <>
      <div className={styles.strip} data-waiting={open > 0}>
        {fold && (fold.byLine || folded) ? (
          <FoldLine folded={folded} onToggle={fold.onToggle} groups={groups}>
            {counted}
          </FoldLine>
        ) : (
          <span className={styles.count}>
            {counted}
            {groups.length <= 1 && <WaitsElsewhere sessionId={sessionId} />}
          </span>
        )}
        {!folded && !reviewing && reads.length > 1 && (
          <span className={styles.batch}>
            <Button size="small" onClick={onReview}>
              {words.allowReads(requestsIn(reads))}
            </Button>
          </span>
        )}
        {current && !folded && !reviewing && <Keys group={current} engaged={engaged} mayFill={mayFill} />}
        {fold && !fold.byLine && !folded && (
          <IconButton
            label={words.foldQueue}
            size="small"
            tooltipSide="bottom"
            icon={<ChevronUp size={14} strokeWidth={1.5} aria-hidden="true" />}
            onClick={fold.onToggle}
          />
        )}
      </div>
      {elsewhere.map((ask) => (
        <button key={ask.askId} type="button" className={notes.elsewhere} onClick={() => void showSession(ask.sessionId)}>
          <VisibleText text={ask.sessionTitle || words.anotherSession} /> {words.waitsElsewhere}
        </button>
      ))}
      {lost && groups.length > 0 && (
        <p className={notes.note} role="status">
          {words.disconnected}
        </p>
      )}
      {settledElsewhere !== null && <SettledNote {...settledElsewhere} />}
    </>
  );
}

/** More are counted. */
const MAX_SETTLED = 5;

function SettledNote({ what, stopped, ask }: Settled) {
  const by = useSettledBy(ask);
  const [only] = what;
  if (what.length === 1 && only !== undefined)
    return (
      <p className={notes.note} role="status">
        <VisibleText text={stopped ? words.stopped : settledWords(by)} /> <VisibleText text={only.slice(0, 200)} />
      </p>
    );
  return (
    <div className={notes.note} role="status">
      {words.manyStopped(what.length)}
      <ul className={notes.settled}>
        {what.slice(0, MAX_SETTLED).map((text, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes, and texts may repeat
          <li key={index}>
            <VisibleText text={text.slice(0, 200)} />
          </li>
        ))}
        {what.length > MAX_SETTLED && <li>{words.moreStopped(what.length - MAX_SETTLED)}</li>}
      </ul>
    </div>
  );
}

function settledWords(by: SettledBy): string {
  if (by === undefined) return words.settledElsewhere;
  if ('cancelled' in by) return words.cancelledSince(by.cancelled.slice(0, 200));
  return by.decided === 'allow' ? words.allowedNow : words.deniedNow;
}

interface KeysProps {
  readonly group: AskGroup;
  readonly engaged: boolean;
  readonly mayFill: boolean;
}

/** The keys for this request's answers; until the user has engaged with it, those that need no more come first, then the key to do so. */
function Keys({ group: { ask, alike }, engaged, mayFill }: KeysProps) {
  const high = isHighRisk(ask);
  const queueKeys = useKeysOf('queue');
  const choices = alike === 'edits' ? [] : alwaysChoices(ask.suggestions);
  const always = alike ? 'none' : alwaysKind(choices);
  const allowed: readonly AnswerKey[] = [
    { keys: 'A', does: high ? words.holdToAllow : words.once, isFree: mayFill },
    ...(!high && sessionAnswer(choices) ? [{ keys: 'T', does: words.session, isFree: mayFill }] : []),
    ...(always === 'none' ? [] : [{ keys: 'Shift+A', does: always === 'folder' ? words.folderKey : words.always, isFree: true }]),
    { keys: 'D', does: words.denyKey, isFree: mayFill },
    ...(alike ? [] : [{ keys: 'E', does: words.editKey, isFree: true }]),
    { keys: 'S', does: words.laterKey, isFree: true },
  ];
  const free = allowed.filter(({ isFree = false }) => engaged || queueKeys === undefined || isFree);
  return (
    <span className={styles.keys} aria-hidden="true">
      {free.map(keyWords)}
      {free.length < allowed.length && queueKeys !== undefined && (
        <span>
          <Kbd keys={queueKeys} /> {words.keysFirst}
        </span>
      )}
      {allowed.filter((one) => !free.includes(one)).map(keyWords)}
    </span>
  );
}

interface AnswerKey {
  readonly keys: string;
  readonly does: string;
  /** It counts on a request that came up by itself. */
  readonly isFree?: boolean;
}

function keyWords({ keys, does }: AnswerKey) {
  return (
    <span key={keys}>
      <Kbd keys={keys} /> {does}
    </span>
  );
}

/** Longer than any row, in characters. */
const MAX_SUMMARY = 300;

/** A waiting request that isn't open: who, what, how risky. Click to open. */
export function WaitingRow({
  group,
  sessionId,
  onShow,
}: {
  readonly group: AskGroup;
  readonly sessionId: string;
  readonly onShow: () => void;
}) {
  const session = sessionWords(group, sessionId);
  const { ask, alike } = group;
  const isOwn = !group.later && isOf(group, sessionId);
  const sentence = askSentence(group);
  const { summary } = ask.view;
  const path = sentence.endsWith(` ${summary}`) ? titlePath(ask) : undefined;
  // Don't repeat the summary if the sentence ends with it (“read a.txt”).
  const showsSummary = alike !== 'commands' && !sentence.endsWith(` ${summary}`);
  return (
    <button
      type="button"
      className={styles.row}
      data-ask={ask.askId}
      data-risk={ask.risk}
      data-later={group.later}
      data-requests={requestsIn([group])}
      data-own={isOwn || undefined}
      onClick={onShow}
    >
      <RiskMark risk={ask.risk} />
      <span className={styles.rowSentence}>
        <VisibleText text={path === undefined ? sentence : sentence.slice(0, -path.length - 1)} />
      </span>
      <span className={styles.rowSummary}>
        {path !== undefined && <StartEllipsis text={path} />}
        {showsSummary && <LineEllipsis text={summary.slice(0, MAX_SUMMARY)} />}
      </span>
      {(session !== undefined || group.later) && (
        <span className={styles.rowSession}>
          {group.later && words.laterKey}
          {group.later && session !== undefined && ' · '}
          {session !== undefined && <VisibleText text={session} />}
        </span>
      )}
    </button>
  );
}
