import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import type { AskAction } from '../../answers/ask-keys.ts';
import type { alwaysKind, AskPanel } from '../panels/always-choices.ts';
import type { Filling } from './answer-note.tsx';
import { FillButton, type Hold, HoldButton } from './hold-button.tsx';
import { AnswerRow, ExplainButton, LaterAndExplain, type MoreAnswers, MoreButton } from './more-answers.tsx';
import { TypedTarget } from './typed-target-field.tsx';
import { cardWords } from './card-words.ts';
import { words } from '../words.ts';
import styles from './ask-card.module.css';

interface AskButtonsProps {
  /** Destructive: can't be allowed with a single press. */
  readonly high: boolean;
  readonly fill: Filling;
  readonly armed: boolean;
  readonly hold: Hold;
  /** The text to type to allow a destructive call. */
  readonly target: string;
  /** The rules for “for this session”. */
  readonly sessionRules: readonly string[] | undefined;
  readonly always: ReturnType<typeof alwaysKind>;
  readonly canHunks: boolean;
  readonly canDeny: boolean;
  /** How many other requests a denial cancels. */
  readonly alsoCancelled: number;
  readonly panel: AskPanel | null;
  readonly explained: boolean;
  readonly more: MoreAnswers;
  /** What “for this session” saves: in the same line where there is room. */
  readonly reach: ReactNode;
  /** How wide edits can be allowed for the session. */
  readonly widths: ReactNode;
  readonly act: (action: AskAction) => void;
  readonly onAllow: () => void;
}

const ALWAYS_HINTS = { rule: cardWords.alwaysHint, folder: cardWords.addFolderHint, none: cardWords.noRuleHint } as const;

/** A button per answer, labelled with its key. */
export function AskButtons({
  high,
  fill,
  armed,
  hold,
  target,
  sessionRules,
  always,
  canHunks,
  canDeny,
  alsoCancelled,
  panel,
  explained,
  more,
  reach,
  widths,
  act,
  onAllow,
}: AskButtonsProps) {
  const inRow = !more.isSmall;
  // On a phone, those that *More* adds follow it, so that it moves none of the others.
  const after = more.offered && more.shown;
  const forSession = !high && sessionRules && more.shown && (
    <FillButton
      filling={fill === 'session'}
      disabled={!armed}
      onClick={() => act('session')}
      title={words.sessionHint(sessionRules.join(', '))}
    >
      {words.forThisSession}
    </FillButton>
  );
  const typed = high && <TypeToAllow target={target} onAllow={onAllow} />;
  const alwaysAllow = (
    <Button
      disabled={!armed || always === 'none'}
      aria-expanded={panel === 'always'}
      onClick={() => act('always')}
      title={ALWAYS_HINTS[always]}
    >
      {always === 'folder' ? words.addFolder : words.alwaysAllow}
    </Button>
  );
  const alwaysInRow = inRow && (always !== 'none' || !more.offered);
  const hunks = canHunks && (
    <Button disabled={!armed} aria-expanded={panel === 'hunks'} onClick={() => act('hunks')} title={cardWords.hunksHint}>
      {words.chooseChanges}
    </Button>
  );
  const whyNot = (
    <Button
      variant="quiet"
      disabled={!canDeny}
      aria-expanded={panel === 'deny'}
      onClick={() => act('deny_with_message')}
      title={cardWords.sayWhyNotHint}
    >
      {words.sayWhyNot}
    </Button>
  );
  const others = more.shown && (
    <>
      {reach}
      <span className={styles.others}>
        <Button variant="quiet" disabled={!armed} aria-expanded={panel === 'edit'} onClick={() => act('edit')} title={cardWords.editHint}>
          {words.edit}
        </Button>
        {!high && (
          <Button
            variant="quiet"
            disabled={!armed}
            aria-expanded={panel === 'comment'}
            onClick={() => act('comment')}
            title={cardWords.commentHint}
          >
            {words.comment}
          </Button>
        )}
        <LaterAndExplain armed={armed} explained={explained} act={act} />
      </span>
    </>
  );
  return (
    <>
      <AnswerRow more={more}>
        {high ? (
          <HoldButton hold={hold} disabled={!armed} title={cardWords.holdHint}>
            {words.holdToAllowOnce}
          </HoldButton>
        ) : (
          <FillButton
            variant="primary"
            filling={fill === 'allow'}
            disabled={!armed}
            onClick={() => act('allow')}
            title={words.allowOnceHint}
          >
            {words.allowOnce}
          </FillButton>
        )}
        {inRow && typed}
        {!after && forSession}
        {alwaysInRow && alwaysAllow}
        {inRow && hunks}
        <FillButton
          variant={high ? 'default' : 'danger'}
          filling={fill === 'deny'}
          disabled={!canDeny}
          onClick={() => act('deny')}
          title={alsoCancelled === 0 ? words.denyHint : cardWords.denyAndCancelHint(alsoCancelled)}
        >
          {alsoCancelled === 0 ? words.deny : words.denyAndCancel(alsoCancelled)}
        </FillButton>
        {inRow && whyNot}
        <MoreButton {...more} />
        {explained && more.offered && <ExplainButton explained act={act} />}
        {!after && others}
        {!after && widths}
      </AnswerRow>
      {after && (
        <div className={styles.added} data-added="">
          {forSession}
          {!inRow && typed}
          {!alwaysInRow && alwaysAllow}
          {!inRow && hunks}
          {!inRow && whyNot}
          {others}
          {widths}
        </div>
      )}
    </>
  );
}

/** An alternative to holding the button: type the target to allow a destructive call. */
function TypeToAllow({ target, onAllow }: { readonly target: string; readonly onAllow: () => void }) {
  const [typed, setTyped] = useState('');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (typed === target) onAllow();
      }}
    >
      <TypedTarget before={words.orType} target={target} typed={typed} onTyped={setTyped} onEscape={focusCard} />
    </form>
  );
}

function focusCard(field: HTMLElement): void {
  field.closest<HTMLElement>('[data-ask]')?.focus();
}
