import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { ResultContent } from '#shared/session/content.ts';
import type { CallRow } from '#shared/session/view.ts';
import { DiffView } from '../diff/diff-view.tsx';
import { readPath } from '../calls/read-path.ts';
import { callDiff } from '../calls/call-diff.ts';
import { FindingsSection } from './findings-section.tsx';
import { FileText } from '../paths/path-link.tsx';
import { CallTerminal } from '../terminals/screen/call-terminal.tsx';
import { isLive } from '../calls/call-times.ts';
import { Button } from '../ui/controls/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { SavedOutput } from './saved-output.tsx';
import { Section } from './section.tsx';
import { LongText } from './long-text.tsx';
import type { CallDetail } from '../calls/use-call-detail.ts';
import { words } from './words.ts';
import styles from './inspector.module.css';

/** The call's result: its terminal, its diff, and the text the model read. */
export function ResultSection({
  sessionId,
  row,
  detail,
}: {
  readonly sessionId: string;
  readonly row: CallRow;
  readonly detail: CallDetail;
}) {
  const diff = callDiff(detail);
  const findings = detail.resultView?.detail?.type === 'findings' ? detail.resultView.detail.findings : undefined;
  const terminal = row.terminal ?? detail.terminal;
  return (
    <>
      {terminal && (
        <Section id="result" title={words.terminal}>
          <CallTerminal
            sessionId={sessionId}
            terminal={terminal}
            ended={!isLive(row)}
            label={row.view.summary}
            fontSize={11.5}
            className={styles.terminal}
          />
        </Section>
      )}
      {diff && (
        <Section id="result" title={words.change}>
          <DiffView diff={diff} />
        </Section>
      )}
      {findings && <FindingsSection findings={findings} />}
      {detail.content !== null && <ReadResult sessionId={sessionId} row={row} detail={detail} content={detail.content} />}
    </>
  );
}

interface ReadResultProps {
  readonly sessionId: string;
  readonly row: CallRow;
  readonly detail: CallDetail;
  readonly content: ResultContent;
}

/** The text the model read. If that was a preview, the whole result is shown first. */
function ReadResult({ sessionId, row, detail, content }: ReadResultProps) {
  const { isError, persistedPath } = detail;
  const [preview, setPreview] = useState(false);
  const text = textOf(content);
  const whole = persistedPath !== null && !preview;
  return (
    <Section
      id="result"
      title={whole ? words.wholeResult : isError ? words.errorAsRead : words.resultAsRead}
      actions={
        <>
          {persistedPath !== null && (
            <Button size="small" variant="quiet" onClick={() => setPreview(!preview)}>
              {whole ? words.asRead : words.wholeResult}
            </Button>
          )}
          {!whole && (
            <IconButton
              label={words.copyResult}
              size="small"
              icon={<Copy size={14} strokeWidth={1.5} aria-hidden="true" />}
              onClick={() => void copyText(text)}
            />
          )}
        </>
      }
    >
      {whole && <SavedOutput sessionId={sessionId} callId={row.callId} />}
      {!whole && text !== '' && <LongText text={text} label={words.result} error={isError} path={readPath(row, detail)} />}
      {!whole && <Images content={content} />}
      {persistedPath !== null && (
        <div className={styles.more}>
          <span className={styles.savedTo} title={persistedPath}>
            {words.savedTo} <FileText text={persistedPath} />
          </span>
        </div>
      )}
    </Section>
  );
}

function Images({ content }: { readonly content: ResultContent }) {
  if (typeof content === 'string') return null;
  return content.map((block, index) =>
    block.type === 'image' && /^image\/(png|jpeg|gif|webp)$/.test(block.source.media_type) ? (
      <img
        // oxlint-disable-next-line react/no-array-index-key -- the order of blocks never changes.
        key={index}
        className={styles.image}
        alt={words.resultNumber(index + 1)}
        src={`data:${block.source.media_type};base64,${block.source.data}`}
      />
    ) : null,
  );
}

function textOf(content: ResultContent): string {
  if (typeof content === 'string') return content;
  return content
    .flatMap((block) => {
      if (block.type === 'text') return [block.text];
      if (block.type === 'document') return [words.pdf];
      return block.type === 'tool_reference' ? [words.loaded(block.tool_name)] : [];
    })
    .join('\n\n');
}
