/** The outcome of a command that the person stopped. In a file without schemas: the window’s first script needs it. */
export const INTERRUPTED = 'interrupted';
