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
  fileHint: 'opens the file',
  mentionHint: 'names it in the message',
  session: 'session',
  liveSession: 'open session',
  rule: (behavior: string) => `${behavior} rule`,
  permissionMode: 'Permission mode',
  panes: 'Panes',
  notReached: 'Gatehouse can’t be reached',
  tryAgain: 'Try again',
  ifThisLasts: 'If this lasts, check that the process which printed this address still runs.',
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
  stopHint: 'Stops the agent and its sub-agents. Commands in the background go on.',
  disconnected: 'Disconnected',
  noModel: 'No model connected',
  theInspector: 'The inspector',
  theQueue: 'The permission queue',
  lost: 'Connection to Gatehouse lost; trying again. What you see is its last state. If Gatehouse was stopped, start it and open the address it prints.',
  folderGone: 'The project folder isn’t there any more:',
  folderGoneDetail: 'It was renamed, deleted or unmounted. Nothing of the session is lost; it goes on when the folder is back.',
  folderGoneAtWork:
    'It was renamed, deleted or unmounted. The agent is at work, and what needs the folder fails until it is back. Nothing of the session is lost.',
  halted: 'This session can’t be saved, so nothing goes on in it.',
  haltedDetail: 'Free some space, or check the rights of Gatehouse’s folder; then go on from here. What was shown as done is not lost.',
  stopAgent: 'Stop the agent',
  openAnother: 'Open another folder',
} as const;

/** Title and key binding of a pane's button. */
export function paneWords(pane: Pane): { readonly title: string; readonly keys: string | undefined } {
  const { title, keys } = WINDOW_COMMANDS[`pane.${pane}`];
  return { title, keys };
}
