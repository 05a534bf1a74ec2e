import { Copy } from 'lucide-react';
import type { CallRow } from '#shared/session/view.ts';
import { DiffView } from '../diff/diff-view.tsx';
import { CallTerminal } from '../terminals/call-terminal.tsx';
import { isLive } from '../timeline/segments.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Section } from './section.tsx';
import { LongText } from './long-text.tsx';
import type { CallDetail } from './use-call-detail.ts';
import styles from './inspector.module.css';

/** What came out of the call: its terminal, its diff, and the very text the model read. */
export function ResultSection({
  sessionId,
  row,
  detail,
}: {
  readonly sessionId: string;
  readonly row: CallRow;
  readonly detail: CallDetail;
}) {
  const diff = diffOf(detail);
  const terminal = row.terminal ?? detail.terminal;
  const text = textOf(detail);
  return (
    <>
      {terminal && (
        <Section id="result" title="Terminal">
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
        <Section id="result" title="Change">
          <DiffView diff={diff} />
        </Section>
      )}
      {detail.content !== null && (
        <Section
          id="result"
          title={detail.isError ? 'Error, as the model read it' : 'Result, as the model read it'}
          actions={
            <IconButton
              label="Copy the result"
              size="small"
              icon={<Copy size={14} strokeWidth={1.5} aria-hidden="true" />}
              onClick={() => void navigator.clipboard.writeText(text)}
            />
          }
        >
          {text !== '' && <LongText text={text} label="Result" error={detail.isError} />}
          <Images detail={detail} />
          {detail.persistedPath !== null && (
            <div className={styles.more}>The model got a preview; the whole result is in {detail.persistedPath}</div>
          )}
        </Section>
      )}
    </>
  );
}

function Images({ detail }: { readonly detail: CallDetail }) {
  if (detail.content === null || typeof detail.content === 'string') return null;
  return detail.content.map((block, index) =>
    block.type === 'image' && /^image\/(png|jpeg|gif|webp)$/.test(block.source.media_type) ? (
      <img
        // oxlint-disable-next-line react/no-array-index-key -- blocks never change places.
        key={index}
        className={styles.image}
        alt={`Result ${index + 1}`}
        src={`data:${block.source.media_type};base64,${block.source.data}`}
      />
    ) : null,
  );
}

function diffOf({ resultView, inputView }: CallDetail) {
  const detail = resultView?.detail?.type === 'diff' ? resultView.detail : inputView.detail;
  return detail?.type === 'diff' ? detail : undefined;
}

function textOf({ content }: CallDetail): string {
  if (content === null) return '';
  if (typeof content === 'string') return content;
  return content
    .flatMap((block) => {
      if (block.type === 'text') return [block.text];
      return block.type === 'tool_reference' ? [`Loaded: ${block.tool_name}`] : [];
    })
    .join('\n\n');
}
