import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { AskAnswer } from '#shared/session/ask.ts';
import { Button } from '../../ui/controls/button.tsx';
import type { AskCardProps } from './ask-card.tsx';
import { AskExplained } from './ask-explained.tsx';
import { editsAnswer, editsWidths, EditWidths } from './edit-widths.tsx';
import { AskPayload } from './ask-payload.tsx';
import { useAskedInput } from './asked-input.ts';
import { AskHead, AskReason, isShown } from './ask-head.tsx';
import type { AskAction } from '../../answers/ask-keys.ts';
import { AnswerNote } from './answer-note.tsx';
import { agentName, askSentence } from '../ask-words.ts';
import { commandsAnswer } from '../queue/likeness.ts';
import type { AskGroup } from '../queue/ask-groups.ts';
import type { QueuedAsk } from '../../store/queued-asks.ts';
import { PLACE_ID } from '../queue/place-id.ts';
import { FillButton } from './hold-button.tsx';
import { AnswerRow, ExplainButton, LaterAndExplain, MoreButton, moreWhileExplained, useMoreAnswers } from './more-answers.tsx';
import { useKeptAnswers } from './use-kept-answers.ts';
import { MoreBelow } from './more-below.tsx';
import { SessionReach } from './session-reach.tsx';
import { DenyAllMessage, WORDS } from '../../answers/message-panel.tsx';
import { cardWords } from './card-words.ts';
import { commonFolder } from './command-folder.ts';
import { words } from '../words.ts';
import { shortenPaths } from './shown-text.ts';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import styles from './ask-card.module.css';
import ownStyles from './alike-card.module.css';

export interface AlikeCardProps extends AskCardProps {
  /** Answers one of the requests; the others keep waiting. */
  readonly onAnswerOne: (askId: string, answer: AskAnswer) => void;
  /** Shows each request on its own card. */
  readonly onSingle: () => void;
}

/** Several edits, or commands of one kind: each shown completely, answered together or each by itself. */
export function AlikeCard(props: AlikeCardProps) {
  const {
    group,
    sessionId,
    projectDir,
    alsoCancelled,
    canAnswer,
    armed: still,
    engaged,
    fill,
    ignored,
    bind,
    onMoved,
    onAnswer,
    onAnswerOne,
    onLater,
    onSingle,
    ref,
  } = props;
  const { ask, members } = group;
  const [denying, setDenying] = useState(() => WORDS.denyAll.of(ask) !== undefined);
  const [explained, setExplained] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const kept = useKeptAnswers(useMoreAnswers(false), root, denying || explained);
  const more = moreWhileExplained(kept, explained, () => setExplained(false));
  const armed = canAnswer && still;
  const agents = new Set(members.map(agentName));
  const forSession = group.alike === 'commands' ? commandsAnswer(members) : editsAnswer(members);
  const widths = group.alike === 'commands' ? [] : editsWidths(members);
  useLayoutEffect(() => onMoved(), [denying, explained, more.shown, onMoved]);
  const focusCard = () => root.current?.closest<HTMLElement>('[data-ask]')?.focus();
  const act = (wanted: AskAction) => {
    if (wanted === 'explain') {
      // The button may go away.
      if (more.offered) focusCard();
      return setExplained(!explained);
    }
    if (denying || !canAnswer) return;
    if (wanted === 'allow') onAnswer({ type: 'allow_once' });
    else if (wanted === 'session' && forSession) return more.shown ? onAnswer(forSession) : more.onToggle();
    else if (wanted === 'deny') onAnswer({ type: 'deny' });
    else if (wanted === 'deny_with_message') setDenying(true);
    else if (wanted === 'later') onLater();
  };
  const actionByKey = useEffectEvent((wanted: AskAction) => act(wanted));
  const can = useEffectEvent(() => !denying && canAnswer);
  useEffect(() => bind({ act: (wanted) => actionByKey(wanted), can: () => can(), release: () => undefined }), [bind]);
  const close = () => {
    focusCard();
    setDenying(false);
  };
  const saved = forSession && widths.length === 0 && more.shown && (
    <Button disabled={!armed} onClick={() => act('session')} title={words.sessionHint(forSession.rules.join(', '))}>
      {words.forThisSession}
    </Button>
  );
  const others = more.shown && (
    <>
      {forSession && widths.length === 0 && <SessionReach rules={forSession.rules} />}
      <p className={ownStyles.always}>{words.alwaysOneByOne}</p>
      <span className={styles.others}>
        <LaterAndExplain armed={armed} explained={explained} act={act} />
      </span>
      {widths.length > 0 && <EditWidths widths={widths} armed={armed} onAnswer={onAnswer} />}
    </>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes the explanation.
    <div
      ref={ref}
      role="group"
      aria-label={askSentence(group)}
      aria-describedby={PLACE_ID}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the card takes the focus so that its keys work and it is read out.
      tabIndex={0}
      data-autofocus=""
      data-ask={ask.askId}
      data-risk={ask.risk}
      data-engaged={engaged}
      data-fill={fill ?? undefined}
      data-panel={denying ? 'deny' : undefined}
      data-explained={explained || undefined}
      className={styles.card}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !explained || event.defaultPrevented) return;
        event.preventDefault();
        setExplained(false);
      }}
    >
      <AskHead group={group} sessionId={sessionId} projectDir={projectDir} high={false} />
      <AskReason ask={{ ...ask, ...commonReason(group, projectDir) }} projectDir={projectDir} />
      <ul
        className={ownStyles.alike}
        data-alike={group.alike}
        aria-label={group.alike === 'commands' ? words.requestedCommands : words.requestedEdits}
      >
        {members.map((member) => (
          <li key={member.askId} data-request={member.askId}>
            {agents.size > 1 && (
              <span className={styles.reach}>
                <VisibleText text={agentName(member)} />
              </span>
            )}
            <MemberPayload
              ask={member}
              projectDir={projectDir}
              saysWhere={commonFolder(members) === undefined}
              buttons={
                <span className={ownStyles.each} data-answers="">
                  <Button
                    size="small"
                    disabled={!armed}
                    aria-label={cardWords.of(cardWords.allowOnly, member.view.summary)}
                    onClick={() => onAnswerOne(member.askId, { type: 'allow_once' })}
                  >
                    {cardWords.allowOnly}
                  </Button>
                  <Button
                    size="small"
                    variant="danger"
                    disabled={!armed}
                    aria-label={cardWords.of(cardWords.denyOnly, member.view.summary)}
                    title={endsAlone(member, group, alsoCancelled) ? undefined : cardWords.denyOnlyHint}
                    onClick={() => onAnswerOne(member.askId, endsAlone(member, group, alsoCancelled) ? { type: 'deny' } : NOT_THIS_ONE)}
                  >
                    {cardWords.denyOnly}
                  </Button>
                </span>
              }
            />
          </li>
        ))}
      </ul>
      {explained && <AskExplained ask={members[0] ?? ask} projectDir={projectDir} first />}
      <div ref={root} className={styles.foot} data-answers="">
        <MoreBelow />
        <AnswerNote ignored={ignored} fill={fill} />
        {denying && (
          <DenyAllMessage ask={ask} disabled={!armed} onSend={(answer) => onAnswer(answer, { needsEngagement: false })} onCancel={close} />
        )}
        <div className={styles.buttons} hidden={denying}>
          <AnswerRow more={more}>
            <FillButton
              variant="primary"
              filling={fill === 'allow'}
              disabled={!armed}
              onClick={() => act('allow')}
              title={words.allowOnceHint}
            >
              {words.allowThese(members.length)}
            </FillButton>
            {!more.offered && saved}
            <Button disabled={!armed} onClick={onSingle}>
              {words.oneByOne}
            </Button>
            <FillButton
              variant="danger"
              filling={fill === 'deny'}
              disabled={!armed}
              onClick={() => act('deny')}
              title={alsoCancelled === 0 ? words.denyHint : cardWords.denyAndCancelHint(alsoCancelled)}
            >
              {words.denyThese(members.length, alsoCancelled)}
            </FillButton>
            <Button
              variant="quiet"
              disabled={!armed}
              aria-expanded={denying}
              onClick={() => act('deny_with_message')}
              title={cardWords.sayWhyNotHint}
            >
              {words.sayWhyNot}
            </Button>
            <MoreButton {...more} />
            {explained && more.offered && <ExplainButton explained act={act} />}
            {!more.offered && others}
          </AnswerRow>
          {more.offered && more.shown && (
            <div className={styles.added} data-added="">
              {saved}
              {others}
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

const NOT_THIS_ONE: AskAnswer = { type: 'deny', onlyThis: true };

/** Its agent asks nothing else that would end with its turn. */
function endsAlone(one: QueuedAsk, { members }: AskGroup, alsoCancelled: number): boolean {
  return (
    alsoCancelled === 0 && members.every((other) => other === one || other.sessionId !== one.sessionId || other.agentId !== one.agentId)
  );
}

/** Why all of them ask, and what edits do that isn’t listed; what each command does stands beside it. */
function commonReason({ alike, ask, members }: AskGroup, projectDir: string): Pick<QueuedAsk, 'message' | 'effects'> {
  if (alike === 'commands') return { message: ask.inertRule ? ask.message : cardWords.noRuleAllowsCommands, effects: [] };
  const effects = [...new Set(members.flatMap((member) => (isShown(member, projectDir) ? [] : member.effects)))];
  return { message: ask.inertRule ? ask.message : cardWords.noRuleAllowsThese, effects };
}

interface MemberPayloadProps {
  readonly ask: QueuedAsk;
  readonly projectDir: string;
  readonly saysWhere: boolean;
  /** What answers only this. */
  readonly buttons: ReactNode;
}

/** As on a card of its own. */
function MemberPayload({ ask, projectDir, saysWhere, buttons }: MemberPayloadProps) {
  const asked = useAskedInput(ask);
  const isEdit = ask.view.detail?.type === 'diff';
  return (
    <div className={ownStyles.member}>
      <div>
        <AskPayload ask={ask} asked={asked} projectDir={projectDir} saysWhere={saysWhere} actions={isEdit ? buttons : undefined} />
        {!isEdit && ask.effects.length > 0 && (
          <p className={ownStyles.does}>
            <VisibleText text={ask.effects.map((effect) => shortenPaths(effect, projectDir)).join(' · ')} />
          </p>
        )}
      </div>
      {!isEdit && buttons}
    </div>
  );
}
