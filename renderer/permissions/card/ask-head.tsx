import { Fragment } from 'react';
import type { RuleRef } from '#shared/permission/decision.ts';
import type { PendingAsk } from '#shared/session/view.ts';
import type { QueuedAsk } from '../../store/queued-asks.ts';
import { engineNow } from '../../store/engine-clock.ts';
import { useWindow } from '../../store/app-store.ts';
import { askTrust } from '../../store/window-actions.ts';
import { useNow } from '../../time/clock.ts';
import { formatAge } from '../../time/duration.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { clockTime } from '../../ui/format.ts';
import { RiskMark } from '../../ui/display/risk-mark.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { CHANGED_SINCE_ASKED } from '#shared/session/asked-again.ts';
import { wasAllowed } from '../queue/allowed-before.ts';
import type { AskGroup } from '../queue/ask-groups.ts';
import { askSentence } from '../ask-words.ts';
import { ruleWhere } from '../../calls/verdict.ts';
import { plainReason, shownMessage } from '../../calls/why-asked.ts';
import { AllowedNow } from './allowed-now.tsx';
import { AskedElsewhere } from './asked-elsewhere.tsx';
import { cardWords } from './card-words.ts';
import { commonFolder } from './command-folder.ts';
import { words } from '../words.ts';
import { shortenPaths } from './shown-text.ts';
import { titlePath, withPathEnd } from '../title-path.ts';
import type { AllowedBy } from './use-allowed-now.ts';
import { shownEffects } from './shown-effects.ts';
import styles from './ask-card.module.css';

interface AskHeadProps {
  readonly group: AskGroup;
  readonly sessionId: string;
  readonly projectDir: string;
  readonly high: boolean;
}

/** Who asks for what and where, its risk and age. */
export function AskHead({ group, sessionId, projectDir, high }: AskHeadProps) {
  const { ask, members } = group;
  const folder = commonFolder(members);
  return (
    <>
      <AskedElsewhere group={group} sessionId={sessionId} />
      <div className={styles.head}>
        <div className={styles.what}>
          <h3 className={styles.sentence}>
            <Sentence text={askSentence(group)} />
          </h3>{' '}
          {folder !== undefined && (
            <span title={folder}>
              {words.in} <PathWords text={shortenPaths(folder, projectDir)} />
            </span>
          )}
        </div>
        {ask.edited === true && <Badge tone="info">{words.editedByYou}</Badge>}
        {!high && <RiskMark risk={ask.risk} />}
        <Age since={ask.askedAt} />
      </div>
    </>
  );
}

/** Emphasizes the request over the agent's name. */
function Sentence({ text }: { readonly text: string }) {
  const lead = /^(?:“[^”]*”|.*?) (?:wants? to|want the same:) /.exec(text);
  if (!lead) return <VisibleText text={text} />;
  const verb = lead[0].length;
  return (
    <>
      <VisibleText text={text.slice(0, verb)} />
      <b>
        <PathWords text={text.slice(verb)} />
      </b>
    </>
  );
}

/** Longer ones may have to break within. */
const MAX_UNBROKEN = 24;

/** Blanks stay together, so that a long run of them is marked. */
function piecesOf(text: string): readonly string[] {
  return text.split(/(?<=[^\s/\\][/\\])|(?<=\s)(?=\S)/u);
}

/** Text in which a path breaks only after a separator. */
function PathWords({ text }: { readonly text: string }) {
  return piecesOf(text).map((piece, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the same text has the same pieces.
    <Fragment key={index}>
      <VisibleText text={piece} className={piece.length <= MAX_UNBROKEN ? styles.unbroken : undefined} />
      <wbr />
    </Fragment>
  ));
}

function Age({ since }: { readonly since: number }) {
  useNow(1000);
  return (
    <time className={styles.age} data-widest={formatAge(0)} title={clockTime(since)}>
      {formatAge(engineNow() - since)}
    </time>
  );
}

/** The only effect is to read or write the file that the card names. */
export function isShown(ask: PendingAsk, projectDir: string): boolean {
  const [effect, ...others] = ask.effects;
  if (effect === undefined || others.length > 0) return false;
  const { detail } = ask.view;
  const does = shortenPaths(effect, projectDir);
  return detail?.type === 'diff' ? does === words.writes(detail.path) : does === words.reads(titlePath(ask));
}

/** Leads to the page that asks whether to trust the folder, whose rule would allow the call. */
function ReviewTrust() {
  const waits = useWindow(({ project }) => project?.trusted === false && project.untrustedItems.length > 0);
  return waits ? (
    <Button size="small" onClick={() => askTrust(true)}>
      {cardWords.reviewFolder}
    </Button>
  ) : null;
}

export interface AskReasonProps {
  readonly ask: QueuedAsk;
  readonly projectDir: string;
}

/** Why it asks, and its side effects. `allowedBy`: what allows it by now. */
export function AskReason({ ask, projectDir, allowedBy }: AskReasonProps & { readonly allowedBy?: AllowedBy | undefined }) {
  const plain = plainReason(ask);
  return (
    <dl className={styles.reasons}>
      {ask.askedAgainBecause !== undefined && (
        <>
          <dt>{cardWords.askedAgain}</dt>
          <dd>
            <VisibleText text={ask.askedAgainBecause.replaceAll('`', '')} />
            {ask.askedAgainBecause === CHANGED_SINCE_ASKED && wasAllowed(ask) && ` ${cardWords.sameWasAllowed}`}
          </dd>
        </>
      )}
      <dt>{words.why}</dt>
      <dd>
        {allowedBy === undefined ? (
          <>
            {plain !== undefined && <>{plain} </>}
            <span title={shownMessage(ask)}>
              <SaidText ask={ask} text={shortenPaths(shownMessage(ask), projectDir)} />
            </span>{' '}
            {ask.rule && <RulePlace rule={ask.rule} said={ask.message} projectDir={projectDir} />}
            {ask.inertRule && <ReviewTrust />}
          </>
        ) : (
          <AllowedNow ask={ask} by={allowedBy} />
        )}
      </dd>
      {!isShown(ask, projectDir) && <Effects ask={ask} projectDir={projectDir} />}
    </dl>
  );
}

/** Says the path of the title by its end, but reads out all of it. */
function SaidText({ ask, text }: { readonly ask: PendingAsk; readonly text: string }) {
  const short = withPathEnd(text, titlePath(ask));
  if (short === text) return <VisibleText text={text} />;
  return (
    <>
      <span className="visually-hidden">
        <VisibleText text={text} />
      </span>
      <VisibleText text={short} silent />
    </>
  );
}

/** Where the rule stands; the rule too, unless the reason names it. */
function RulePlace({ rule, said, projectDir }: { readonly rule: RuleRef; readonly said: string; readonly projectDir: string }) {
  const where = ruleWhere(rule, projectDir);
  if (!said.includes(rule.text)) {
    return (
      <span className={styles.rule}>
        {cardWords.ruleBefore(rule.behavior)}{' '}
        <code>
          <VisibleText text={rule.text} />
        </code>{' '}
        <VisibleText text={cardWords.ruleBesides(rule.behavior, where)} />
      </span>
    );
  }
  return (
    <span className={styles.rule}>
      <VisibleText text={cardWords.ruleIsIn(where)} />
    </span>
  );
}

export function Effects({ ask, projectDir }: AskReasonProps) {
  const effects = shownEffects(ask);
  if (effects.length === 0) return null;
  return (
    <>
      <dt>{words.does}</dt>
      <dd title={effects.join('\n')}>
        <SaidText ask={ask} text={effects.map((effect) => shortenPaths(effect, projectDir)).join(' · ')} />
      </dd>
    </>
  );
}

/** A rule and where it stands. */
export function RuleText({ rule, projectDir }: { readonly rule: RuleRef; readonly projectDir: string }) {
  return (
    <span className={styles.rule}>
      <code>
        <VisibleText text={rule.text} />
      </code>{' '}
      {words.in} <VisibleText text={ruleWhere(rule, projectDir)} />
    </span>
  );
}
