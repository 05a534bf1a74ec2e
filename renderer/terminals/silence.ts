import type { Terminal } from '@xterm/xterm';

/** Swallows what would make the emulator answer, write to the clipboard, or repaint its palette. */
export function silence({ parser }: Pick<Terminal, 'parser'>): void {
  const ignore = (): boolean => true;
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
  for (const id of [4, 10, 11, 12, 52, 104, 110, 111, 112]) parser.registerOscHandler(id, ignore);
}
