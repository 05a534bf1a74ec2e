import { WINDOW_COMMANDS } from '#shared/contract/window-commands.ts';
import type { Pane } from '../store/app-store.ts';

/** Text of the palette; commands have their titles in the command table. */
export const words = {
  palette: 'Commands',
  search: 'Search commands',
  placeholder: 'Type a command, or the name of a file, session, project or rule',
  none: 'Nothing matches',
  found: (count: number) => (count === 1 ? '1 match' : `${count} matches`),
  openProject: (name: string) => `Open ${name}`,
  openInWindow: (name: string) => `Open ${name} in a new window`,
  file: 'file',
  fileHint: 'open the file',
  mentionHint: 'mention it in the message',
  session: 'session',
  liveSession: 'open session',
  rule: (behavior: string) => `${behavior} rule`,
  permissionMode: 'Permission mode',
  panes: 'Panes',
  notReached: 'Gatehouse can’t be reached',
  tryAgain: 'Try again',
  ifThisLasts: 'If this persists, check that the process that printed this address is still running.',
  connectingToGatehouse: 'Connecting to Gatehouse',
  gitBranch: (gitBranch: string) => `Git branch ${gitBranch}`,
  demoCopy: 'Demo copy',
  tryTheDemoAgain: 'Try the demo again',
  keyboardShortcuts: 'Keyboard shortcuts',
  notTrusted: 'Not trusted',
  openFolder: 'Open folder',
  newWindow: 'New window',
  allProjects: 'All projects',
  startTheDemo: 'Start the demo',
  recent: 'Recent',
  resizeInspector: 'Resize inspector',
  openingTheSession: 'Opening the session',
  resizeConversation: 'Resize conversation',
  theConversation: 'The conversation',
  sides: { timeline: 'The timeline', terminals: 'The terminal pane', changes: 'The list of changes' },
  status: 'Status',
  running: (count: number) => `${count} running`,
  waiting: (count: number) => `${count} waiting`,
  denied: (count: number) => `${count} denied`,
  stop: 'Stop',
  stopHint: 'Stops the agent and its sub-agents. Background commands keep running.',
  disconnected: 'Disconnected',
  noModel: 'No model connected',
  theInspector: 'The inspector',
  theQueue: 'The permission queue',
  lost: 'Connection to Gatehouse lost. Reconnecting… You see the last known state. If Gatehouse was stopped, start it and open the address it prints.',
  folderGone: 'The project folder is missing:',
  folderGoneDetail: 'It was renamed, deleted or unmounted. The session is kept and continues when the folder is back.',
  folderGoneAtWork:
    'It was renamed, deleted or unmounted. The agent is working; calls that need the folder fail until it is back. The session is kept.',
  halted: 'This session can’t be saved, so it is paused.',
  haltedDetail: 'Free up disk space or check the permissions of Gatehouse’s folder, then continue here. Finished steps are not lost.',
  stopAgent: 'Stop the agent',
  openAnother: 'Open another folder',
} as const;

/** Title and key binding of a pane's button. */
export function paneWords(pane: Pane): { readonly title: string; readonly keys: string | undefined } {
  const { title, keys } = WINDOW_COMMANDS[`pane.${pane}`];
  return { title, keys };
}
