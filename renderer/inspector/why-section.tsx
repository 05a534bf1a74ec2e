import { Copy, ListPlus } from 'lucide-react';
import type { Decision } from '#shared/permission/decision.ts';
import type { PendingAsk } from '#shared/session/view.ts';
import { LinkedText } from '../paths/path-link.tsx';
import { useShortPaths } from '../paths/short-path.ts';
import { isForm, useSession } from '../store/selectors.ts';
import { makeRuleFrom } from '../store/rule-requests.ts';
import { Badge } from '../ui/display/badge.tsx';
import { Button } from '../ui/controls/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { DecisionTrace } from '../calls/decision-trace.tsx';
import { CandidateRules, RuleLink } from './rule-candidates.tsx';
import { Section } from './section.tsx';
import { ruleWhere, verdictOf, whySentence } from '../calls/verdict.ts';
import { plainReason, shownMessage } from '../calls/why-asked.ts';
import { LAYER_WORDS, outcomeWord } from '../calls/words.ts';
import { words } from './words.ts';
import styles from './why-section.module.css';

export interface WhySectionProps {
  readonly sessionId: string;
  readonly callId: string;
  readonly decision: Decision | null;
  readonly answeredBy: string | null;
  readonly projectDir: string;
  /** The call has ended. */
  readonly settled: boolean;
}

/** Why the call ran or didn't: a sentence, the trace with the deciding entry marked, then the rules about it. */
export function WhySection({ sessionId, callId, decision, answeredBy, projectDir, settled }: WhySectionProps) {
  const ask = useSession(sessionId, (view) => view.asks.find((one) => one.callId === callId));
  if (ask && !isForm(ask))
    return (
      <Section id="why" title={words.why}>
        <WhyAsked ask={ask} projectDir={projectDir} />
      </Section>
    );
  if (!decision)
    return (
      <Section id="why" title={words.why}>
        <p className={styles.why}>{settled ? words.endedUndecided : ask ? words.waitsForYou : words.notDecidedYet}</p>
      </Section>
    );
  const verdict = verdictOf(decision);
  return (
    <Section
      id="why"
      title={words.why}
      actions={
        <IconButton
          label={words.copyTheDecision}
          size="small"
          icon={<Copy size={14} strokeWidth={1.5} aria-hidden="true" />}
          onClick={() => void copyText(decisionText(decision, answeredBy, projectDir))}
        />
      }
    >
      <div className={styles.verdict}>
        <Badge tone={verdict.tone}>{verdict.text}</Badge>
      </div>
      <p className={styles.why}>
        <VisibleText text={whySentence(decision, answeredBy)} />
      </p>
      <DecisionTrace decision={decision} projectDir={projectDir} Subject={LinkedText} Rule={RuleLink} />
      {decision.effects.length > 0 && <Effects effects={decision.effects} />}
      <CandidateRules key={callId} sessionId={sessionId} callId={callId} projectDir={projectDir} behavior={decision.behavior} />
      <Button
        size="small"
        className={styles.make}
        icon={<ListPlus size={14} strokeWidth={1.5} aria-hidden="true" />}
        onClick={() => makeRuleFrom(sessionId, callId)}
      >
        {words.makeRule}
      </Button>
    </Section>
  );
}

/** Why a call waits for an answer, as its request in the queue says it. */
function WhyAsked({ ask, projectDir }: { readonly ask: PendingAsk; readonly projectDir: string }) {
  const shorten = useShortPaths();
  const plain = plainReason(ask);
  return (
    <>
      <p className={styles.why}>{words.waitsForYou}</p>
      <p className={styles.asked}>
        {plain !== undefined && `${plain} `}
        <LinkedText text={shorten(shownMessage(ask))} />
      </p>
      {ask.rule && (
        <p className={styles.asked}>
          <RuleLink rule={ask.rule} projectDir={projectDir} />
        </p>
      )}
      {ask.effects.length > 0 && <Effects effects={ask.effects.map(shorten)} />}
    </>
  );
}

function Effects({ effects }: { readonly effects: readonly string[] }) {
  return (
    <p className={styles.quiet}>
      {words.effects} <LinkedText text={effects.join(' · ')} />
    </p>
  );
}

/** A decision as plain text to copy: the sentence, then each trace entry. */
export function decisionText(decision: Decision, answeredBy: string | null, projectDir: string): string {
  const lines = decision.trace.map(({ layer, outcome, detail, subject, rule }) => {
    const about = subject === undefined ? '' : ` [${subject}]`;
    const where = rule === undefined ? '' : words.ruleIn(rule.text, ruleWhere(rule, projectDir));
    return `- ${LAYER_WORDS[layer]}: ${outcomeWord({ layer, outcome })}. ${detail}${about}${where}`;
  });
  const effects = decision.effects.length > 0 ? [words.effectsOf(decision.effects.join(', '))] : [];
  return [whySentence(decision, answeredBy), ...lines, ...effects].join('\n');
}
