import type { Terminal } from '@xterm/xterm';

const ignore = (): boolean => true;

/** Ignores sequences that would write to the clipboard or change the palette. */
export function protect({ parser }: Pick<Terminal, 'parser'>): void {
  for (const id of [4, 10, 11, 12, 52, 104, 110, 111, 112]) parser.registerOscHandler(id, ignore);
}

/** Also ignores sequences that the emulator would answer. */
export function silence(terminal: Pick<Terminal, 'parser'>): void {
  const { parser } = terminal;
  protect(terminal);
  for (const id of [{ final: 'c' }, { prefix: '>', final: 'c' }, { prefix: '=', final: 'c' }, { final: 'n' }, { prefix: '?', final: 'n' }])
    parser.registerCsiHandler(id, ignore);
  for (const id of [
    { intermediates: '$', final: 'p' },
    { prefix: '?', intermediates: '$', final: 'p' },
    { prefix: '>', final: 'q' },
    { final: 't' },
    { prefix: '?', final: 'u' },
  ])
    parser.registerCsiHandler(id, ignore);
  parser.registerDcsHandler({ intermediates: '$', final: 'q' }, ignore);
  parser.registerDcsHandler({ intermediates: '+', final: 'q' }, ignore);
}
