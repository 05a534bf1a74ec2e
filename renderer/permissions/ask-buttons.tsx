import type { AskAct } from './ask-keys.ts';
import type { AskPanel } from './ask-acts.ts';
import { Button } from '../ui/button.tsx';
import { HoldButton } from './hold-button.tsx';
import { TypeToAllow } from './type-to-allow.tsx';
import type { Hold } from './use-hold.ts';
import styles from './ask-card.module.css';

interface AskButtonsProps {
  /** Can't be undone: nothing is allowed with one press. */
  readonly high: boolean;
  readonly armed: boolean;
  readonly hold: Hold;
  /** What one types to allow what can't be undone. */
  readonly target: string;
  /** The rules of “for this session”. */
  readonly sessionRules: readonly string[] | undefined;
  readonly canAlways: boolean;
  readonly canHunks: boolean;
  readonly canDeny: boolean;
  readonly panel: AskPanel | null;
  readonly explained: boolean;
  readonly act: (act: AskAct) => void;
  readonly onAllow: () => void;
}

/** Every answer by pointer; each names its key. */
export function AskButtons({
  high,
  armed,
  hold,
  target,
  sessionRules,
  canAlways,
  canHunks,
  canDeny,
  panel,
  explained,
  act,
  onAllow,
}: AskButtonsProps) {
  return (
    <>
      {high ? (
        <HoldButton hold={hold} disabled={!armed} title="Hold the button, or the A key, to allow this">
          Hold to allow once
        </HoldButton>
      ) : (
        <Button variant="primary" disabled={!armed} onClick={() => act('allow')} title="Allow once (A)">
          Allow once
        </Button>
      )}
      {high && <TypeToAllow target={target} disabled={!armed} onAllow={onAllow} />}
      {!high && sessionRules && (
        <Button disabled={!armed} onClick={() => act('session')} title={`Allow until this session ends (T): ${sessionRules.join(', ')}`}>
          For this session
        </Button>
      )}
      <Button
        disabled={!armed || !canAlways}
        aria-expanded={panel === 'always'}
        onClick={() => act('always')}
        title={canAlways ? 'Choose a rule that allows this from now on (Shift+A)' : 'No rule can cover this: it is asked each time'}
      >
        Always allow
      </Button>
      {canHunks && (
        <Button disabled={!armed} aria-expanded={panel === 'hunks'} onClick={() => act('hunks')} title="Allow only some of the changes (H)">
          Choose changes
        </Button>
      )}
      <Button variant={high ? 'default' : 'danger'} disabled={!canDeny} onClick={() => act('deny')} title="Deny and end the turn (D)">
        Deny
      </Button>
      <Button
        variant="quiet"
        disabled={!canDeny}
        aria-expanded={panel === 'deny'}
        onClick={() => act('deny_with_message')}
        title="Say no and tell the agent why; it goes on (Shift+D)"
      >
        Say why not
      </Button>
      <span className={styles.space} />
      <Button
        variant="quiet"
        disabled={!armed}
        aria-expanded={panel === 'edit'}
        onClick={() => act('edit')}
        title="Change its input first (E)"
      >
        Edit
      </Button>
      {!high && (
        <Button
          variant="quiet"
          disabled={!armed}
          aria-expanded={panel === 'comment'}
          onClick={() => act('comment')}
          title="Allow once and tell the agent something (C)"
        >
          Comment
        </Button>
      )}
      <Button variant="quiet" disabled={!armed} onClick={() => act('later')} title="Put it aside; it goes on waiting (S)">
        Later
      </Button>
      <Button variant="quiet" aria-expanded={explained} onClick={() => act('explain')} title="Explain (X)">
        Explain
      </Button>
    </>
  );
}
