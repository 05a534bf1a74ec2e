import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import type { AskAction } from '../../answers/ask-keys.ts';
import type { alwaysKind, AskPanel } from '../panels/always-choices.ts';
import type { Filling } from './answer-note.tsx';
import { FillButton, type Hold, HoldButton } from './hold-button.tsx';
import { ExplainButton, LaterAndExplain, type MoreAnswers, MoreButton } from './more-answers.tsx';
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
  act,
  onAllow,
}: AskButtonsProps) {
  const showsAll = !more.isSmall || more.shown;
  return (
    <>
      {high ? (
        <HoldButton hold={hold} disabled={!armed} title={cardWords.holdHint}>
          {words.holdToAllowOnce}
        </HoldButton>
      ) : (
        <FillButton variant="primary" filling={fill === 'allow'} disabled={!armed} onClick={() => act('allow')} title={words.allowOnceHint}>
          {words.allowOnce}
        </FillButton>
      )}
      {high && showsAll && <TypeToAllow target={target} onAllow={onAllow} />}
      {!high && sessionRules && more.shown && (
        <FillButton
          filling={fill === 'session'}
          disabled={!armed}
          onClick={() => act('session')}
          title={words.sessionHint(sessionRules.join(', '))}
        >
          {words.forThisSession}
        </FillButton>
      )}
      {showsAll && (always !== 'none' || more.shown) && (
        <Button
          disabled={!armed || always === 'none'}
          aria-expanded={panel === 'always'}
          onClick={() => act('always')}
          title={ALWAYS_HINTS[always]}
        >
          {always === 'folder' ? words.addFolder : words.alwaysAllow}
        </Button>
      )}
      {canHunks && showsAll && (
        <Button disabled={!armed} aria-expanded={panel === 'hunks'} onClick={() => act('hunks')} title={cardWords.hunksHint}>
          {words.chooseChanges}
        </Button>
      )}
      <FillButton
        variant={high ? 'default' : 'danger'}
        filling={fill === 'deny'}
        disabled={!canDeny}
        onClick={() => act('deny')}
        title={alsoCancelled === 0 ? words.denyHint : cardWords.denyAndCancelHint(alsoCancelled)}
      >
        {alsoCancelled === 0 ? words.deny : words.denyAndCancel(alsoCancelled)}
      </FillButton>
      {showsAll && (
        <Button
          variant="quiet"
          disabled={!canDeny}
          aria-expanded={panel === 'deny'}
          onClick={() => act('deny_with_message')}
          title={cardWords.sayWhyNotHint}
        >
          {words.sayWhyNot}
        </Button>
      )}
      {explained && more.offered && <ExplainButton explained act={act} />}
      <MoreButton {...more} />
      {more.shown && reach}
      {more.shown && (
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
