import { useEffect, useId, useRef, useState } from 'react';
import type { TriedCall } from '#shared/contract/rules.ts';
import type { Decision } from '#shared/permission/decision.ts';
import type { CommandOutput } from '#shared/contract/commands.ts';
import { errorMessage } from '#shared/error-message.ts';
import { ruleMatch } from '../calls/verdict.ts';
import { LAYER_WORDS, outcomeWord } from '../calls/words.ts';
import { Select } from '../ui/controls/select.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import type { RuleDraft } from './rule-draft.ts';
import { triedEffects } from './tried-effects.ts';
import { VERDICT_WORDS, words } from './words.ts';
import { partsOnce } from '../calls/parts-once.ts';
import { VerdictGlyph } from './verdict-glyph.tsx';
import { ruleContext } from './change-rules.ts';
import styles from './try-call.module.css';

const REST = 150;

type TriedResult =
  | { readonly type: 'none' }
  | { readonly type: 'ready'; readonly answer: CommandOutput<'rules.try'> }
  | { readonly type: 'error'; readonly message: string };

/** How a hypothetical call would be decided now, and with the draft. */
function useTriedCall(tried: TriedCall | null, draft: RuleDraft | null): TriedResult {
  const version = useWindow((state) => state.rulesVersion);
  const [result, setResult] = useState<TriedResult>({ type: 'none' });
  // Compared by value: both are new objects on every render.
  const key = tried && JSON.stringify(tried);
  const text = draft?.text.trim() ?? '';
  const { behavior, destination } = draft ?? {};
  const replaces = draft?.original?.id;
  useEffect(() => {
    if (!tried) {
      setResult({ type: 'none' });
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      const rule =
        text === '' || behavior === undefined || destination === undefined
          ? undefined
          : { behavior, texts: [text], destination, ...(replaces !== undefined && { replaces }) };
      call('rules.try', { ...ruleContext(), call: tried, ...(rule && { draft: rule }) }).then(
        (answer) => current && setResult({ type: 'ready', answer }),
        (cause: unknown) => current && setResult({ type: 'error', message: errorMessage(cause) }),
      );
    }, REST);
    return () => {
      current = false;
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` identifies `tried`.
  }, [key, text, behavior, destination, replaces, version]);
  return result;
}

const KINDS = [
  { value: 'command', label: words.callKinds.command, placeholder: words.callExamples.command },
  { value: 'read', label: words.callKinds.read, placeholder: words.callExamples.read },
  { value: 'edit', label: words.callKinds.edit, placeholder: words.callExamples.edit },
  { value: 'address', label: words.callKinds.address, placeholder: words.callExamples.address },
  { value: 'tool', label: words.callKinds.tool, placeholder: words.callExamples.tool },
] as const;
type Kind = (typeof KINDS)[number]['value'];

/** Decides a hypothetical call without running it. */
export function TryCall({ draft }: { readonly draft: RuleDraft | null }) {
  const heading = useId();
  const [kind, setKind] = useState<Kind>('command');
  const [text, setText] = useState('');
  const result = useTriedCall(triedCall(kind, text.trim()), draft);
  const field = useRef<HTMLTextAreaElement>(null);
  const shown = useRef<HTMLDivElement>(null);
  const answer = result.type === 'ready' ? result.answer : undefined;
  useEffect(() => {
    // While a call is written, its answer is in sight, above the edge of a low window.
    if (answer && document.activeElement === field.current) shown.current?.scrollIntoView({ block: 'nearest' });
  }, [answer]);
  const chosen = KINDS.find(({ value }) => value === kind);
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h3 id={heading} className={styles.heading}>
        {words.tryACall}
        <span className={styles.hint}>{words.nothingIsRun}</span>
      </h3>
      <div className={styles.form}>
        <Select label={words.kindOfCall} value={kind} options={KINDS} onChange={setKind} className={styles.kind} />
        <textarea
          ref={field}
          data-call-to-try=""
          aria-label={words.callToTry}
          rows={1}
          spellCheck={false}
          autoComplete="off"
          maxLength={4096}
          placeholder={chosen?.placeholder}
          className={styles.text}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            // It is tried as it is typed. Only Shift+Enter adds a line.
            if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) event.preventDefault();
          }}
        />
      </div>
      <div ref={shown} role="status" className={styles.result}>
        {result.type === 'error' && <p className={styles.error}>{result.message}</p>}
        {result.type === 'ready' && <Verdicts now={result.answer.now} withDraft={result.answer.withDraft} />}
      </div>
    </section>
  );
}

function Verdicts({ now, withDraft }: CommandOutput<'rules.try'>) {
  const isSame = withDraft !== null && essence(now) === essence(withDraft);
  return (
    <>
      <Verdict label={isSame ? words.nowAndWithTheDraft : withDraft ? words.now : ''} decision={now} />
      {withDraft && !isSame && <Verdict label={words.withTheDraft} decision={withDraft} />}
      {/* Below both, so that they are seen together. */}
      <Parts decision={withDraft ?? now} />
    </>
  );
}

/** All that is shown of a decision. */
function essence({ behavior, message, trace, parts, effects }: Decision): string {
  return JSON.stringify([behavior, message, trace, parts, effects]);
}

function Verdict({ label, decision }: { readonly label: string; readonly decision: Decision }) {
  return (
    <details className={styles.verdict}>
      <summary>
        <VerdictGlyph behavior={decision.behavior} />
        <span className={styles.words}>
          {label !== '' && <span className={styles.label}>{label}: </span>}
          <strong>{VERDICT_WORDS[decision.behavior]}</strong>
          <span className={styles.message}>
            <VisibleText text={`${triedEffects(decision)}${ruleMatch(decision) ?? decision.message}`} />
          </span>
        </span>
      </summary>
      <ol className={styles.trace}>
        {decision.trace.map((entry, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a trace never changes.
          <li key={index} data-outcome={entry.outcome}>
            <span className={styles.layer}>{LAYER_WORDS[entry.layer]}</span>
            <span>
              {entry.outcome !== 'pass' && <b>{outcomeWord(entry)}. </b>}
              <VisibleText text={entry.detail} />
              {entry.subject !== undefined && (
                <>
                  {' '}
                  <code>
                    <VisibleText text={entry.subject} />
                  </code>
                </>
              )}
              {entry.rule && <code className={styles.rule}>{entry.rule.text}</code>}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}

function Parts({ decision }: { readonly decision: Decision }) {
  const parts = partsOnce(
    decision.parts.flatMap((part) => (part.detail === undefined ? [] : [{ ...part, detail: matchOf(part.text, decision) ?? part.detail }])),
  );
  if (parts.length < 2) return null;
  return (
    <ul className={styles.parts} aria-label={words.partsOfTheCommand}>
      {parts.map(({ text, covered, detail }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the order of parts never changes, and they may repeat.
        <li key={index}>
          <VerdictGlyph behavior={covered ? 'allow' : 'ask'} />
          <span>
            <code>
              <VisibleText text={text} />
            </code>{' '}
            <VisibleText text={detail ?? ''} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** That a deny or ask rule decided because of this part: an allow rule for it wouldn’t help. */
function matchOf(part: string, { behavior, trace }: Decision): string | undefined {
  const hit = trace.find(
    ({ layer, outcome, subject, rule }) =>
      rule !== undefined && subject === part && outcome === behavior && (layer === 'deny' || layer === 'ask'),
  );
  return hit?.rule && (hit.maybe === true ? words.mayBeMatchedBy : words.matchedBy)(hit.rule.text);
}

function triedCall(kind: Kind, text: string): TriedCall | null {
  if (text === '') return null;
  switch (kind) {
    case 'command':
      return { type: 'command', command: text };
    case 'read':
    case 'edit':
      return { type: 'path', access: kind, path: text };
    case 'address':
      return { type: 'address', url: text };
    case 'tool':
      return { type: 'tool', name: text };
  }
}
