import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { CommandOutput } from '#shared/contract/commands.ts';
import { errorMessage } from '#shared/error-message.ts';
import { formatBytes } from '#shared/format-bytes.ts';
import { call } from '../bridge/client.ts';
import { Button } from '../ui/controls/button.tsx';
import { copyText } from '../ui/copy-text.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { ScrollArea } from '../ui/scroll-area.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { words } from './words.ts';
import styles from './inspector.module.css';

type Page = CommandOutput<'call.output'>;

/** What to read next: from an offset, or the last page. */
type PagePosition = { readonly offset: number } | 'end';

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** A result saved to a file, one page at a time, however large it is. */
export function SavedOutput({ sessionId, callId }: { readonly sessionId: string; readonly callId: string }) {
  const [position, setPosition] = useState<PagePosition>({ offset: 0 });
  /** Offsets of the previous pages, so that going back shows the same ones. */
  const [before, setBefore] = useState<readonly number[]>([]);
  const [page, setPage] = useState<Page | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let current = true;
    call('call.output', { sessionId, callId, offset: position === 'end' ? 0 : position.offset, toEnd: position === 'end' })
      .then((read) => {
        if (!current) return;
        setPage(read);
        setError(null);
      })
      .catch((cause: unknown) => current && setError(errorMessage(cause)));
    return () => {
      current = false;
    };
  }, [sessionId, callId, position, attempt]);

  if (error !== null)
    return (
      <div className={styles.more}>
        {error}
        <Button size="small" onClick={() => setAttempt(attempt + 1)}>
          {words.tryAgain}
        </Button>
      </div>
    );
  if (!page) return <Skeleton lines={6} label={words.loadingTheResult} />;
  const first = page.offset === 0;
  const last = page.end >= page.total;
  const go = (next: PagePosition, previousOffsets: readonly number[]) => {
    setPosition(next);
    setBefore(previousOffsets);
  };
  const back = () => {
    const previous = before.at(-1);
    // Reached from the end: there is no history yet, so go back by a page's size.
    if (previous === undefined) go({ offset: Math.max(0, page.offset - 65_536) }, []);
    else go({ offset: previous }, before.slice(0, -1));
  };
  return (
    <div>
      <ScrollArea key={page.offset} className={styles.code} label={words.wholeResult}>
        {page.text === '' ? ' ' : <VisibleText text={page.text} output />}
      </ScrollArea>
      <div className={styles.pager} role="group" aria-label={words.pagesOfTheResult}>
        <span className={styles.pageWhere} aria-live="polite">
          {words.pageOf(formatBytes(page.offset), formatBytes(page.end), formatBytes(page.total))}
        </span>
        <IconButton label={words.copyThisPage} size="small" icon={<Copy {...icon} />} onClick={() => void copyText(page.text)} />
        <IconButton
          label={words.firstPage}
          size="small"
          icon={<ChevronFirst {...icon} />}
          disabled={first}
          onClick={() => go({ offset: 0 }, [])}
        />
        <IconButton label={words.previousPage} size="small" icon={<ChevronLeft {...icon} />} disabled={first} onClick={back} />
        <IconButton
          label={words.nextPage}
          size="small"
          icon={<ChevronRight {...icon} />}
          disabled={last}
          onClick={() => go({ offset: page.end }, [...before, page.offset])}
        />
        <IconButton label={words.lastPage} size="small" icon={<ChevronLast {...icon} />} disabled={last} onClick={() => go('end', [])} />
      </div>
    </div>
  );
}
