import { useEffect, useEffectEvent, useRef, useState, type Ref } from 'react';
import type { AskAnswer } from '#shared/session/ask.ts';
import { engineNow, useNow } from '../timeline/clock.ts';
import { formatAge } from '../timeline/duration.ts';
import { Button } from '../ui/button.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { RiskMark } from '../ui/risk-mark.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { AlwaysPanel } from './always-panel.tsx';
import { alwaysChoices } from './always-choices.ts';
import { isHighRisk, type AskGroup } from './ask-groups.ts';
import type { AskAct } from './ask-keys.ts';
import { AskPayload } from './ask-payload.tsx';
import { AskReason } from './ask-reason.tsx';
import { askSentence } from './ask-words.ts';
import { DenyMessage } from './deny-message.tsx';
import { HoldButton } from './hold-button.tsx';
import { useHold } from './use-hold.ts';
import styles from './ask-card.module.css';

/** What keys do to a card. `release` is the end of a held key. */
export interface CardActs {
  readonly act: (act: AskAct) => void;
  readonly release: () => void;
}

export interface AskCardProps {
  readonly group: AskGroup;
  readonly projectDir: string;
  /** Acts count: the card has been in sight for a moment and no answer is on its way. */
  readonly armed: boolean;
  /** Hands the card's acts to whoever listens for the keys. */
  readonly bind: (acts: CardActs) => void;
  readonly onAnswer: (answer: AskAnswer) => void;
  readonly ref: Ref<HTMLDivElement>;
}

type Panel = 'always' | 'deny' | null;

/** One request, ready to be answered. */
export function AskCard({ group, projectDir, armed, bind, onAnswer, ref }: AskCardProps) {
  const { ask } = group;
  const [panel, setPanel] = useState<Panel>(null);
  const [explained, setExplained] = useState(false);
  const high = isHighRisk(ask);
  const choices = alwaysChoices(ask.suggestions);
  const hold = useHold(() => onAnswer({ type: 'allow_once' }));
  const buttons = useRef<HTMLDivElement>(null);
  /** Back to the card, and the focus with it: its keys act again. */
  const closePanel = () => {
    buttons.current?.closest<HTMLElement>('[data-ask]')?.focus();
    setPanel(null);
  };
  const toggle = (wanted: Panel) => setPanel((before) => (before === wanted ? null : wanted));

  const act = useEffectEvent((wanted: AskAct) => {
    if (wanted === 'explain') setExplained((before) => !before);
    if (!armed) return;
    if (wanted === 'allow' && high) hold.begin();
    else if (wanted === 'allow') onAnswer({ type: 'allow_once' });
    else if (wanted === 'always' && choices.length > 0) toggle('always');
    else if (wanted === 'deny') onAnswer({ type: 'deny' });
    else if (wanted === 'deny_with_message') toggle('deny');
  });
  const release = useEffectEvent(() => hold.cancel());
  useEffect(() => bind({ act: (wanted) => act(wanted), release: () => release() }), [bind]);

  return (
    <div
      ref={ref}
      role="group"
      aria-label={askSentence(group)}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the card takes the focus so that its keys act and it is read out.
      tabIndex={0}
      data-autofocus=""
      data-ask={ask.askId}
      data-risk={ask.risk}
      className={styles.card}
    >
      {high && (
        <div className={styles.band}>
          <span aria-hidden="true">■</span>
          <span>Destructive</span>
          <span>This can’t be undone. Read it to the end.</span>
        </div>
      )}
      <div className={styles.head}>
        <h3 className={styles.sentence}>
          <Sentence text={askSentence(group)} />
        </h3>
        {!high && <RiskMark risk={ask.risk} />}
        <Age since={ask.askedAt} />
      </div>
      <AskPayload ask={ask} projectDir={projectDir} />
      <AskReason ask={ask} projectDir={projectDir} explained={explained} />
      <div className={styles.foot}>
        {panel === 'always' && <AlwaysPanel choices={choices} disabled={!armed} onAnswer={onAnswer} onCancel={closePanel} />}
        {panel === 'deny' && (
          <DenyMessage disabled={!armed} onSend={(message) => onAnswer({ type: 'deny', message })} onCancel={closePanel} />
        )}
        <div ref={buttons} className={styles.buttons} hidden={panel !== null}>
          {high ? (
            <HoldButton hold={hold} disabled={!armed} title="Hold the button, or the A key, to allow this">
              Allow once
            </HoldButton>
          ) : (
            <Button variant="primary" disabled={!armed} onClick={() => onAnswer({ type: 'allow_once' })} title="Allow once (A)">
              Allow once
            </Button>
          )}
          <Button
            disabled={!armed || choices.length === 0}
            aria-expanded={panel === 'always'}
            onClick={() => toggle('always')}
            title={
              choices.length === 0
                ? 'No rule can cover this: it is asked each time'
                : 'Choose a rule that allows this from now on (Shift+A)'
            }
          >
            Always allow
          </Button>
          <Button
            variant={high ? 'default' : 'danger'}
            disabled={!armed}
            onClick={() => onAnswer({ type: 'deny' })}
            title="Deny and end the turn (D)"
          >
            Deny
          </Button>
          <Button
            variant="quiet"
            disabled={!armed}
            aria-expanded={panel === 'deny'}
            onClick={() => toggle('deny')}
            title="Say no and tell the agent why; it goes on (Shift+D)"
          >
            Say why not
          </Button>
          <span className={styles.space} />
          <Button variant="quiet" aria-expanded={explained} onClick={() => setExplained(!explained)} title="Explain (X)">
            Explain
          </Button>
          <span className="visually-hidden">
            Keys: <Kbd keys="A" /> {high ? 'held allows once' : 'allows once'}, <Kbd keys="D" /> denies, <Kbd keys="X" /> explains.
          </span>
        </div>
      </div>
    </div>
  );
}

/** The agent's name is quiet, what it wants stands out. */
function Sentence({ text }: { readonly text: string }) {
  const at = text.search(/ wants? to /);
  if (at < 0) return <VisibleText text={text} />;
  const verb = text.indexOf(' to ', at) + 4;
  return (
    <>
      <VisibleText text={text.slice(0, verb)} />
      <b>
        <VisibleText text={text.slice(verb)} />
      </b>
    </>
  );
}

function Age({ since }: { readonly since: number }) {
  useNow(1000);
  return (
    <time className={styles.age} title={new Date(since).toLocaleTimeString()}>
      {formatAge(engineNow() - since)}
    </time>
  );
}
