import { useState } from 'react';
import type { DiffHunk } from '#shared/session/tool-view.ts';
import { call } from '../bridge/client.ts';
import { attempt } from '../store/window-actions.ts';
import { type Around, type LineSpan, nextLines, NOTHING_AROUND, type Side } from './lines-around.ts';
import { words } from './words.ts';

interface AroundHunks {
  readonly sessionId: string;
  readonly changesId: string;
  readonly path: string;
  /** Another version of the file has other lines. */
  readonly version: string;
  readonly hunks: readonly DiffHunk[];
  /** How many lines the file has; 0 where no more can be shown. */
  readonly lines: number;
}

/** The lines that a person had shown around the hunks of a file. */
export interface LinesAround {
  readonly of: (index: number) => Around;
  readonly next: (index: number, side: Side) => LineSpan;
  readonly show: (index: number, side: Side) => void;
}

export function useLinesAround({ sessionId, changesId, path, version, hunks, lines }: AroundHunks): LinesAround {
  const [shown, setShown] = useState<{ readonly version: string; readonly around: ReadonlyMap<number, Around> }>();
  const around = shown?.version === version ? shown.around : undefined;
  const of = (index: number): Around => around?.get(index) ?? NOTHING_AROUND;
  const next = (index: number, side: Side): LineSpan => nextLines({ hunks, index, side, around: of, lines });
  const show = async (index: number, side: Side): Promise<void> => {
    const span = next(index, side);
    const found = await attempt(words.linesFailed, call('changes.lines', { sessionId, changesId, path, ...span }));
    if (!found) return;
    setShown((before) => {
      const known = before?.version === version ? before.around : new Map<number, Around>();
      const { above, below } = known.get(index) ?? NOTHING_AROUND;
      // A second click may have come before the answer to the first.
      const isNext = nextLines({ hunks, index, side, around: (at) => known.get(at) ?? NOTHING_AROUND, lines }).from === span.from;
      if (!isNext) return before;
      const added = side === 'above' ? { above: [...found.lines, ...above], below } : { above, below: [...below, ...found.lines] };
      return { version, around: new Map([...known, [index, added]]) };
    });
  };
  return { of, next, show: (index, side) => void show(index, side) };
}
