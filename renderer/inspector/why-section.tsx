import type { Decision } from '#shared/permission/decision.ts';
import { ruleWhere } from '../permissions/ask-words.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import { Section } from './section.tsx';
import { decidingEntry, LAYER_WORDS, OUTCOME_WORDS, whySentence } from './why.ts';
import styles from './inspector.module.css';

export interface WhySectionProps {
  readonly decision: Decision | null;
  readonly answeredBy: string | null;
  readonly projectDir: string;
  /** The call has ended. */
  readonly settled: boolean;
}

/** Why the call ran or didn't: a sentence, then what each layer said, the one that settled it marked. */
export function WhySection({ decision, answeredBy, projectDir, settled }: WhySectionProps) {
  if (!decision)
    return (
      <Section id="why" title="Why?">
        <p className={styles.why}>{settled ? 'It ended before anything was decided.' : 'Not decided yet.'}</p>
      </Section>
    );
  const deciding = decidingEntry(decision);
  return (
    <Section id="why" title="Why?">
      <p className={styles.why}>
        <VisibleText text={whySentence(decision, answeredBy)} />
      </p>
      <table className={styles.trace}>
        <caption className="visually-hidden">What each layer said, in order</caption>
        <tbody>
          {decision.trace.map((entry, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a trace never changes.
            <tr key={index} data-outcome={entry.outcome} data-deciding={entry === deciding}>
              <th scope="row">{LAYER_WORDS[entry.layer]}</th>
              <td className={styles.outcome}>{OUTCOME_WORDS[entry.outcome]}</td>
              <td>
                <VisibleText text={entry.detail} />
                {entry.subject !== undefined && (
                  <>
                    {' '}
                    <code>
                      <VisibleText text={entry.subject} />
                    </code>
                  </>
                )}
                {entry.rule && (
                  <span className={styles.ruleWhere}>
                    <code>
                      <VisibleText text={entry.rule.text} />
                    </code>{' '}
                    in <VisibleText text={ruleWhere(entry.rule, projectDir)} />
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {decision.effects.length > 0 && (
        <p className={styles.facts}>
          <span>
            Effects: <VisibleText text={decision.effects.join(' · ')} />
          </span>
        </p>
      )}
    </Section>
  );
}
