import { Lock } from 'lucide-react';
import { memo } from 'react';
import type { RuleList, RuleRow } from '#shared/contract/project.ts';
import type { RuleUsage, RuleUse } from '#shared/contract/rules.ts';
import { PathLink } from '../paths/path-link.tsx';
import { useWindow } from '../store/app-store.ts';
import { selectCall, showPane } from '../store/window-actions.ts';
import { Badge } from '../ui/display/badge.tsx';
import { absoluteTime, relativeTime } from '../ui/format.ts';
import { VisibleText } from '../ui/display/visible-text.tsx';
import type { OnRules } from './change-rules.ts';
import { RuleMenu } from './rule-menu.tsx';
import { ruleMarks, type RuleMark } from './rule-marks.ts';
import { FIXED_WORDS, SOURCE_WORDS, words } from './words.ts';
import { VerdictGlyph } from './verdict-glyph.tsx';
import styles from './rule-line.module.css';

export interface RuleLineProps {
  readonly rule: RuleRow;
  readonly list: RuleList;
  readonly usage: RuleUsage | null;
  readonly use: RuleUse | undefined;
  readonly active: boolean;
  readonly onChange: OnRules;
  readonly onShow: (ruleId: string) => void;
}

/** One rule: meaning, text, notes, source and usage. */
export const RuleLine = memo(function RuleLine({ rule, list, usage, use, active, onChange, onShow }: RuleLineProps) {
  const marks = ruleMarks(rule, usage && { usage, use });
  // An invalid rule has no meaning to describe; its error says everything.
  const broken = rule.diagnostics.some((diagnostic) => diagnostic.severity === 'error');
  return (
    <div className={styles.line} data-behavior={rule.behavior} data-quiet={rule.inert !== undefined || rule.disabled} data-active={active}>
      <div role="gridcell" className={styles.main}>
        <VerdictGlyph behavior={rule.behavior} />
        <div className={styles.body}>
          {!broken && (
            <span className={styles.sentence}>
              <VisibleText text={subjectOf(rule.sentence)} />
            </span>
          )}
          <div className={styles.second}>
            <code className={styles.text} title={active ? undefined : rule.text}>
              <VisibleText text={rule.text} />
            </code>
            {marks.length > 0 && <Marks marks={marks} open={active} onShow={onShow} />}
          </div>
        </div>
      </div>
      <div role="gridcell" className={styles.provenance}>
        <span className={styles.source}>
          {!rule.editable && (
            <span title={FIXED_WORDS[rule.source]} className={styles.lock}>
              <Lock size={12} strokeWidth={1.75} aria-hidden="true" />
              <span className="visually-hidden">{FIXED_WORDS[rule.source]}</span>
            </span>
          )}
          <Badge>{SOURCE_WORDS[rule.source]}</Badge>
        </span>
        <RuleSourceCell rule={rule} usage={usage} />
      </div>
      <div role="gridcell" className={styles.use}>
        {use && <Use use={use} />}
      </div>
      <div role="gridcell" className={styles.menu}>
        <RuleMenu rule={rule} list={list} onChange={onChange} />
      </div>
    </div>
  );
});

/** What the rule applies to; the group heading says what it does. */
function subjectOf(sentence: string): string {
  const subject = sentence.replace(/^[^:]*: /u, '').replace(/\.$/u, '');
  return subject.charAt(0).toUpperCase() + subject.slice(1);
}

function Marks({
  marks,
  open,
  onShow,
}: {
  readonly marks: readonly RuleMark[];
  readonly open: boolean;
  readonly onShow: (id: string) => void;
}) {
  return (
    <ul className={styles.marks}>
      {marks.map((mark) => (
        <li key={`${mark.word} ${mark.detail}`} className={styles.mark} title={mark.detail}>
          <Badge tone={mark.tone}>{mark.word}</Badge>
          {/* Errors are always shown; other notes when the rule is active. */}
          <span className={open || mark.tone === 'danger' ? styles.detail : 'visually-hidden'}>{mark.detail}</span>
          {open && mark.by !== undefined && (
            <button type="button" tabIndex={-1} className={styles.link} onClick={() => mark.by !== undefined && onShow(mark.by)}>
              {words.showIt}
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Use({ use }: { readonly use: RuleUse }) {
  return (
    <>
      <span className={styles.hits}>{words.used(use.hits)}</span>
      <time dateTime={new Date(use.last.at).toISOString()} title={`${absoluteTime(use.last.at)}: ${use.last.summary}`}>
        {relativeTime(use.last.at)}
      </time>
    </>
  );
}

function RuleSourceCell({ rule, usage }: { readonly rule: RuleRow; readonly usage: RuleUsage | null }) {
  const sessionId = useWindow((state) => state.sessionId);
  const answer =
    rule.behavior === 'allow' && usage?.saved.findLast(({ text, destination }) => text === rule.text && destination === rule.source);
  const line = rule.line === undefined ? '' : `:${rule.line}`;
  return (
    <>
      {rule.file !== undefined && (
        <span className={styles.place} title={`${rule.file}${line}`}>
          <PathLink path={rule.file} line={rule.line} tabIndex={-1}>
            {rule.file.split(/[\\/]/).at(-1)}
            {line}
          </PathLink>
        </span>
      )}
      {answer &&
        (answer.sessionId === sessionId ? (
          <button
            type="button"
            tabIndex={-1}
            className={styles.link}
            onClick={() => {
              selectCall(answer.callId);
              showPane('timeline');
            }}
          >
            {words.fromAnswer(relativeTime(answer.at))}
          </button>
        ) : (
          <span className={styles.origin} title={absoluteTime(answer.at)}>
            {words.fromAnswer(relativeTime(answer.at))}
          </span>
        ))}
    </>
  );
}
