import { Pencil, RotateCcw } from 'lucide-react';
import { useId, useState } from 'react';
import type { PermissionMode } from '#shared/permission/mode.ts';
import { MAX_PLAN_CHARS, type PlanAcceptance } from '#shared/session/tool-view.ts';
import { MODE_WORDS } from '../../ui/words.ts';
import { HalfGiven, useHalfGiven } from '../../answers/half-given.ts';
import { DenyMessage } from '../../answers/message-panel.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import type { FormProps } from './question-form.tsx';
import { useReadToEnd } from './use-read-to-end.ts';
import { words } from './words.ts';
import styles from './form-dock.module.css';

interface PlanReviewProps extends FormProps {
  readonly plan: string;
  readonly modeBefore: PermissionMode | undefined;
}

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const;

const TEXT = new HalfGiven<string>();
const CLEARS = new HalfGiven<boolean>();

/** A plan to review: accept, edit or reject it. */
export function PlanReview({ ask, plan, modeBefore, armed, onAnswer, refusing, onRefusing }: PlanReviewProps) {
  const [text, setText] = useHalfGiven(TEXT, ask, plan);
  const [editing, setEditing] = useState(false);
  const [clearContext, setClearContext] = useHalfGiven(CLEARS, ask, false);
  const changed = text !== plan;
  const ready = armed && text.trim() !== '';
  const { ref, onScroll, isUnread, wasRead } = useReadToEnd();
  const accept = (mode: PlanAcceptance) =>
    wasRead() && onAnswer({ type: 'accept_plan', mode, clearContext, ...(changed && { plan: text }) });
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>{words.proposesPlan}</h2>
        <span className={styles.note} role="status">
          {isUnread && words.readPlanToTheEnd}
        </span>
        {changed && <span className={styles.note}>{words.changedByYou}</span>}
        {changed && (
          <Button size="small" variant="quiet" icon={<RotateCcw {...icon} />} onClick={() => setText(plan)}>
            {words.undoChanges}
          </Button>
        )}
        <Button size="small" variant="quiet" aria-pressed={editing} icon={<Pencil {...icon} />} onClick={() => setEditing(!editing)}>
          {editing ? words.read : words.edit}
        </Button>
      </div>
      {editing ? (
        <textarea
          className={styles.editor}
          aria-label={words.planInMarkdown}
          spellCheck={false}
          maxLength={MAX_PLAN_CHARS}
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoFocus
        />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long plan scrolls, so the keyboard must reach it
        <div ref={ref} onScroll={onScroll} className={styles.body} tabIndex={0} role="group" aria-label={words.planTitle}>
          <Markdown text={text} />
        </div>
      )}
      <div className={styles.foot}>
        {refusing ? (
          <DenyMessage ask={ask} disabled={!armed} action={words.sendAnswer} onSend={onAnswer} onCancel={() => onRefusing(false)} />
        ) : (
          <>
            <label className={styles.check}>
              <input type="checkbox" checked={clearContext} onChange={(event) => setClearContext(event.target.checked)} />
              {words.clearFirst}
            </label>
            <Acceptances modeBefore={modeBefore} ready={ready} onAccept={accept} onRefuse={() => onRefusing(true)} armed={armed} />
          </>
        )}
      </div>
    </>
  );
}

interface AcceptancesProps {
  readonly modeBefore: PermissionMode | undefined;
  readonly ready: boolean;
  readonly armed: boolean;
  readonly onAccept: (mode: PlanAcceptance) => void;
  readonly onRefuse: () => void;
}

function Acceptances({ modeBefore, ready, armed, onAccept, onRefuse }: AcceptancesProps) {
  // The two modes offered anyway need no extra button.
  const back =
    modeBefore === undefined || modeBefore === 'default' || modeBefore === 'acceptEdits' ? undefined : MODE_WORDS[modeBefore].name;
  const noteId = useId();
  return (
    <div className={styles.buttons}>
      {back !== undefined && (
        <Button variant="primary" data-autofocus="" disabled={!ready} onClick={() => onAccept('before')} title={words.acceptBackHint}>
          {words.acceptBackTo(back)}
        </Button>
      )}
      <Button
        variant={back === undefined ? 'primary' : 'default'}
        {...(back === undefined && { 'data-autofocus': '' })}
        disabled={!ready}
        onClick={() => onAccept('default')}
        title={words.acceptAskHint}
      >
        {words.acceptAsk}
      </Button>
      <Button disabled={!ready} onClick={() => onAccept('acceptEdits')} aria-describedby={noteId}>
        {words.acceptAuto}
      </Button>
      <span className={styles.space} />
      <Button disabled={!armed} onClick={onRefuse} title={words.keepPlanningHint}>
        {words.keepPlanning}
      </Button>
      <p id={noteId} className={styles.wide}>
        {words.acceptAutoNote}
      </p>
    </div>
  );
}
