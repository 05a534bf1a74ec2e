import type { PendingAsk } from '#shared/session/view.ts';
import { DiffView } from '../diff/diff-view.tsx';
import { classNames } from '../ui/class-names.ts';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { shortenPaths } from './project-paths.ts';
import styles from './ask-payload.module.css';

interface AskPayloadProps {
  readonly ask: PendingAsk;
  readonly projectDir: string;
}

/** What exactly will run or change: whole, wrapped, nothing hidden. */
export function AskPayload({ ask, projectDir }: AskPayloadProps) {
  return (
    <>
      <Detail ask={ask} projectDir={projectDir} />
      {ask.parts.length > 1 && <Parts ask={ask} />}
    </>
  );
}

function Detail({ ask, projectDir }: AskPayloadProps) {
  const { detail } = ask.view;
  switch (detail?.type) {
    case 'command':
      return (
        <div>
          <pre className={styles.command} data-payload="">
            <VisibleText text={detail.command} />
          </pre>
          <div className={styles.where} title={detail.cwd ?? ask.cwd}>
            in <VisibleText text={shortenPaths(detail.cwd ?? ask.cwd, projectDir)} />
          </div>
        </div>
      );
    case 'diff':
      return <DiffView diff={detail} maxHeight={320} />;
    case 'files':
      return (
        <Text
          text={`${detail.files.join('\n')}${detail.total > detail.files.length ? `\n… ${detail.total - detail.files.length} more` : ''}`}
        />
      );
    case 'text':
      return <Text text={detail.truncated ? `${detail.text}\n… cut here` : detail.text} />;
    case 'json':
      return <Text text={detail.json} />;
    case 'todos':
      return <Text text={detail.todos.map((todo) => todo.content).join('\n')} />;
    case 'plan':
      return <Text text={detail.plan} />;
    case 'questions':
      return <Text text={detail.questions.map(({ question }) => question).join('\n')} />;
    case undefined:
      return <Text text={ask.view.summary} />;
    default:
      return detail satisfies never;
  }
}

function Text({ text }: { readonly text: string }) {
  return (
    <ScrollArea className={classNames(styles.command, styles.text)} label="What is asked for">
      <VisibleText text={text} />
    </ScrollArea>
  );
}

/** The simple commands of a line, each with whether a rule already covers it. */
function Parts({ ask }: { readonly ask: PendingAsk }) {
  return (
    <ul className={styles.parts} aria-label="Parts of the command">
      {ask.parts.map((part, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts never change places, and may repeat.
        <li key={index} className={styles.part} data-covered={part.covered}>
          <span
            className={styles.partGlyph}
            role="img"
            aria-label={part.covered ? 'covered' : 'new'}
            title={part.covered ? 'Already allowed' : 'Not allowed by anything yet'}
          >
            {part.covered ? '✓' : '●'}
          </span>
          <span className={styles.partText}>
            <VisibleText text={part.text} />
          </span>
          {part.detail !== undefined && (
            <span className={styles.partDetail}>
              <VisibleText text={part.detail} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
