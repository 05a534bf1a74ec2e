import type { Finding } from '#shared/session/tool-view.ts';
import { FileText } from '../paths/path-link.tsx';
import { Badge, type Tone } from '../ui/display/badge.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { Section } from './section.tsx';
import { FINDING_WORDS, words } from './words.ts';
import styles from './findings-section.module.css';

const TONES: Readonly<Record<NonNullable<Finding['severity']>, Tone>> = { important: 'danger', pre_existing: 'warn', nit: 'neutral' };

/** What a review found. */
export function FindingsSection({ findings }: { readonly findings: readonly Finding[] }) {
  return (
    <Section id="result" title={words.findings}>
      {findings.length === 0 ? (
        <p>{words.nothingFound}</p>
      ) : (
        <ol className={styles.findings}>
          {findings.map((finding, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the order never changes, and findings may repeat.
            <FindingItem key={index} finding={finding} />
          ))}
        </ol>
      )}
    </Section>
  );
}

function FindingItem({ finding }: { readonly finding: Finding }) {
  const { file, line, summary, failure_scenario: scenario, category, severity, verdict, outcome } = finding;
  return (
    <li className={styles.finding}>
      <div className={styles.head}>
        {severity && <Badge tone={TONES[severity]}>{FINDING_WORDS[severity]}</Badge>}
        {outcome && <Badge tone={outcome === 'fixed' ? 'ok' : 'neutral'}>{FINDING_WORDS[outcome]}</Badge>}
        {verdict && <Badge>{FINDING_WORDS[verdict]}</Badge>}
        {category !== undefined && (
          <Badge>
            <VisibleText text={category} />
          </Badge>
        )}
        <code className={styles.place}>
          <FileText text={line === undefined ? file : `${file}:${line}`} />
        </code>
      </div>
      <div className={styles.summary}>
        <VisibleText text={summary} />
      </div>
      <div className={styles.scenario}>
        <VisibleText text={scenario} />
      </div>
    </li>
  );
}
