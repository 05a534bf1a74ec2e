import type { ComponentType } from 'react';
import type { Decision, RuleRef, TraceEntry } from '#shared/permission/decision.ts';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { decidingEntry } from './verdict.ts';
import { LAYER_WORDS, OUTCOME_WORDS, words } from './words.ts';
import styles from './decision-trace.module.css';

interface TraceTexts {
  readonly projectDir: string;
  /** How what an entry is about, and its rule, are shown: with links where the pane has some. */
  readonly Subject: ComponentType<{ readonly text: string }>;
  readonly Rule: ComponentType<{ readonly rule: RuleRef; readonly projectDir: string }>;
}

interface DecisionTraceProps extends TraceTexts {
  readonly decision: Pick<Decision, 'behavior' | 'trace'>;
}

/** The steps of a decision in order, the deciding one marked. */
export function DecisionTrace({ decision, ...texts }: DecisionTraceProps) {
  const deciding = decidingEntry(decision);
  return (
    <ol className={styles.trace} aria-label={words.layersInOrder}>
      {decision.trace.map((entry, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a trace never changes.
        <Layer key={index} entry={entry} deciding={entry === deciding} {...texts} />
      ))}
    </ol>
  );
}

function Layer({ entry, deciding, projectDir, Subject, Rule }: TraceTexts & { readonly entry: TraceEntry; readonly deciding: boolean }) {
  const { layer, outcome, detail, subject, rule } = entry;
  return (
    <li data-outcome={outcome} data-deciding={deciding}>
      <div className={styles.layer}>
        <b>{LAYER_WORDS[layer]}</b>
        <span className={styles.outcome}>
          {OUTCOME_WORDS[outcome]}
          {deciding && <span className="visually-hidden">{words.decidedIt}</span>}
        </span>
      </div>
      <div className={styles.detail}>
        <VisibleText text={detail} />
        {subject !== undefined && (
          <>
            {' '}
            <code>
              <Subject text={subject} />
            </code>
          </>
        )}
      </div>
      {rule && <Rule rule={rule} projectDir={projectDir} />}
    </li>
  );
}
