import type { ComponentType } from 'react';
import type { Decision, RuleRef, TraceEntry } from '#shared/permission/decision.ts';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { foldPasses } from './fold-passes.ts';
import { decidingEntry } from './verdict.ts';
import { LAYER_WORDS, layersInALine, OUTCOME_WORDS, outcomeWord, words } from './words.ts';
import styles from './decision-trace.module.css';

interface TraceTexts {
  readonly projectDir: string;
  /** How what an entry is about, and its rule, are shown: with links where the pane has some. */
  readonly Subject: ComponentType<{ readonly text: string }>;
  readonly Rule: ComponentType<{ readonly rule: RuleRef; readonly projectDir: string }>;
}

interface DecisionTraceProps extends TraceTexts {
  readonly decision: Pick<Decision, 'behavior' | 'trace'>;
  /** Layers that only pass the call on share a line. */
  readonly brief?: boolean;
}

/** The steps of a decision in order, the deciding one marked. */
export function DecisionTrace({ decision, brief = false, ...texts }: DecisionTraceProps) {
  const deciding = decidingEntry(decision);
  const steps = brief ? foldPasses(decision.trace) : decision.trace.map((entry) => [entry] as const);
  return (
    <ol className={styles.trace} aria-label={words.layersInOrder}>
      {steps.map(([entry, ...more], index) =>
        more.length === 0 ? (
          // oxlint-disable-next-line react/no-array-index-key -- a trace never changes.
          <Layer key={index} entry={entry} deciding={entry === deciding} {...texts} />
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- a trace never changes.
          <Passes key={index} entries={[entry, ...more]} />
        ),
      )}
    </ol>
  );
}

function Passes({ entries }: { readonly entries: readonly TraceEntry[] }) {
  return (
    <li data-outcome="pass" title={entries.map(({ detail }) => detail).join('\n')}>
      <div className={styles.layer}>
        <b>{layersInALine(entries.map(({ layer }) => layer))}</b>
        <span className={styles.outcome}>{OUTCOME_WORDS.pass}</span>
      </div>
    </li>
  );
}

function Layer({ entry, deciding, projectDir, Subject, Rule }: TraceTexts & { readonly entry: TraceEntry; readonly deciding: boolean }) {
  const { layer, outcome, detail, subject, rule } = entry;
  return (
    <li data-outcome={outcome} data-deciding={deciding}>
      <div className={styles.layer}>
        <b>{LAYER_WORDS[layer]}</b>
        <span className={styles.outcome}>
          {outcomeWord(entry)}
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
