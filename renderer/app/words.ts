/** All the palette says of its own; the acts are named in the table of commands. */
export const words = {
  palette: 'Commands',
  search: 'Search commands',
  placeholder: 'Type a command, or the name of a file, session, project or rule',
  none: 'Nothing matches',
  found: (count: number) => (count === 1 ? '1 match' : `${count} matches`),
  openProject: (name: string) => `Open ${name}`,
  openInWindow: (name: string) => `Open ${name} in a new window`,
  file: 'file',
  fileHint: 'opens the file',
  mentionHint: 'names it in the message',
  session: 'session',
  liveSession: 'open session',
  rule: (behavior: string) => `${behavior} rule`,
} as const;
