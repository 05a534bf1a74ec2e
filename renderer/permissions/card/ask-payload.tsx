import { type ReactNode, useMemo } from 'react';
import type { QueuedAsk } from '../../store/queued-asks.ts';
import type { LineComments } from '../../diff/line-comment.tsx';
import { DiffView } from '../../diff/diff-view.tsx';
import { withShortLead } from '../../diff/short-lead.ts';
import { CodeText } from '../../code/code-text.tsx';
import { FileText } from '../../paths/path-link.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ScrollArea } from '../../ui/scroll-area.tsx';
import { SMALL_PHONE, useMediaQuery } from '../../ui/use-media-query.ts';
import { LookAlikeNote } from '../../ui/display/look-alike-note.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { isWhole } from '../queue/likeness.ts';
import { type AskedInput, otherFields } from './asked-input.ts';
import { CommandParts } from './command-parts.tsx';
import { folderOfCommand } from './command-folder.ts';
import { shortenPaths, textPieces } from './shown-text.ts';
import { titlePath } from '../title-path.ts';
import { cardWords } from './card-words.ts';
import { words } from '../words.ts';
import styles from './ask-payload.module.css';

/** The language of commands. */
const SHELL = 'bash';
const LINE_PX = 20;
const LINE_CHARS = 120;

/** Text of any length, completely in the DOM to scroll, search and copy; off-screen parts cost no layout. */
function WholeText({ text, hint }: { readonly text: string; readonly hint?: string | undefined }) {
  return useMemo(() => textPieces(text), [text]).map((piece) => (
    <span
      key={piece.at}
      className={classNames(styles.piece, piece.cut && styles.pieceCut)}
      style={{ containIntrinsicBlockSize: `auto ${height(piece.text)}px` }}
    >
      <CodeText text={piece.text} hint={hint} />
    </span>
  ));
}

/** Estimated height of a piece before layout, so that the scroll bar is accurate. */
function height(text: string): number {
  return text.split('\n').reduce((sum, line) => sum + LINE_PX * Math.max(1, Math.ceil(line.length / LINE_CHARS)), 0);
}

interface AskPayloadProps {
  readonly ask: QueuedAsk;
  readonly asked: AskedInput;
  readonly projectDir: string;
  /** Denies with a comment on a line. */
  readonly comments?: LineComments | undefined;
  /** Beside the name of the changed file. */
  readonly actions?: ReactNode;
  /** Says where a command would run: the title doesn’t. */
  readonly saysWhere?: boolean;
}

/** What exactly will run or change: complete and wrapped, nothing hidden. */
export function AskPayload({ ask, asked, projectDir, comments, actions, saysWhere = false }: AskPayloadProps) {
  const { detail } = ask.view;
  const isSmall = useMediaQuery(SMALL_PHONE);
  const { cwd, view } = ask;
  const all = useMemo(() => [cwd, view.summary, view.detail, asked.state === 'ready' && asked.input], [cwd, view, asked]);
  return (
    <>
      <LookAlikeNote of={all} />
      {detail?.type === 'command' && (
        <div className={styles.run} data-pinned="" data-payload="">
          <Literal text={detail.command} label={words.theCommand} hint={SHELL} />
          {saysWhere && (
            <div className={styles.where} title={folderOfCommand(ask)}>
              {words.in} <VisibleText text={shortenPaths(folderOfCommand(ask) ?? '', projectDir)} />
            </div>
          )}
          {detail.command.length > 4000 && (
            <div className={styles.where}>{words.characters(detail.command.length.toLocaleString('en'))}</div>
          )}
        </div>
      )}
      {detail?.type === 'command' && detail.diff && (
        <div data-diff="">
          <DiffView diff={detail.diff} maxHeight={320} />
          <p className={styles.note}>{cardWords.changeMadeByGatehouse}</p>
        </div>
      )}
      {detail?.type === 'diff' && (
        <div className={styles.diff} data-diff="" data-payload="">
          <DiffView diff={isSmall ? withShortLead(detail) : detail} maxHeight={320} comments={comments} actions={actions} />
        </div>
      )}
      {detail?.type === 'text' && detail.onCard && (
        <div data-payload="">
          <Literal text={detail.text} label={words.whatItIsAbout} />
        </div>
      )}
      <Fields ask={ask} asked={asked} projectDir={projectDir} />
      <CommandParts ask={ask} />
    </>
  );
}

/** The input fields not shown above. */
function Fields({ ask, asked, projectDir }: Pick<AskPayloadProps, 'ask' | 'asked' | 'projectDir'>) {
  const { detail } = ask.view;
  const fields = useMemo(() => {
    if (asked.state !== 'ready') return [];
    const said = titlePath(ask);
    return otherFields(asked.input, detail, (path) => shortenPaths(path, projectDir) === said);
  }, [asked, ask, detail, projectDir]);
  if (asked.state === 'loading' && !isWhole(detail))
    return (
      <p className={styles.note} role="status" data-payload="pending">
        {cardWords.loadingAll}
      </p>
    );
  if (asked.state === 'failed' && !isWhole(detail))
    return (
      <div className={styles.note} role="alert">
        {cardWords.notAllLoaded} {asked.why}{' '}
        <Button size="small" onClick={asked.retry}>
          {words.tryAgain}
        </Button>
      </div>
    );
  if (fields.length === 0) return null;
  return (
    <dl className={styles.fields} data-payload="">
      {fields.map(({ name, text }) => (
        <div key={name} className={styles.field}>
          <dt>
            <VisibleText text={name} />
          </dt>
          <dd>
            {text.length > 200 || text.includes('\n') ? (
              <Literal text={text} label={name} />
            ) : (
              <code>
                <FileText text={text} />
              </code>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Long text scrolls inside, so that the buttons stay near. */
function Literal({ text, label, hint }: { readonly text: string; readonly label: string; readonly hint?: string | undefined }) {
  if (text.length <= 1200)
    return (
      <pre className={styles.command}>
        <CodeText text={text} hint={hint} />
      </pre>
    );
  return (
    <ScrollArea className={classNames(styles.command, styles.text)} label={label}>
      <WholeText text={text} hint={hint} />
    </ScrollArea>
  );
}
