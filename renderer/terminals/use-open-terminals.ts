import { useState } from 'react';
import { z } from 'zod';
import { NOTHING_OPEN, type OpenTerminals } from './open-terminals.ts';

const schema = z.object({
  tabs: z.array(z.string()).max(200),
  preview: z.string().nullable(),
  places: z.tuple([z.string().nullable(), z.string().nullable()]),
  split: z.enum(['none', 'row', 'column']),
  focused: z.union([z.literal(0), z.literal(1)]),
});

/** The open terminals of a session; stored across reloads, per window. */
export function useOpenTerminals(sessionId: string): readonly [OpenTerminals, (change: (open: OpenTerminals) => OpenTerminals) => void] {
  const key = `gatehouse.terminals.${sessionId}`;
  const [open, setOpen] = useState(() => stored(key));
  const change = (next: (open: OpenTerminals) => OpenTerminals) =>
    setOpen((before) => {
      const after = next(before);
      sessionStorage.setItem(key, JSON.stringify(after));
      return after;
    });
  return [open, change];
}

function stored(key: string): OpenTerminals {
  try {
    return schema.parse(JSON.parse(sessionStorage.getItem(key) ?? ''));
  } catch {
    return NOTHING_OPEN;
  }
}
