/**
 * All window commands. The palette, key bindings, shortcut list and desktop menus are built from this table. `keys` as in "Shift+Mod+O",
 * where Mod is ⌘ on a Mac and Ctrl elsewhere, are the usual ones, which a person can change; `menu` is the desktop menu that lists it.
 */
export interface WindowCommand {
  readonly title: string;
  readonly keys?: string;
  readonly menu?: MenuName;
}

const MENU_NAMES = ['file', 'session', 'view', 'help'] as const;
export type MenuName = (typeof MENU_NAMES)[number];

const table = {
  palette: { title: 'Open the command palette', keys: 'Mod+K', menu: 'view' },
  shortcuts: { title: 'Show keyboard shortcuts', keys: '?', menu: 'help' },
  open: { title: 'Open folder', keys: 'Mod+O', menu: 'file' },
  'window.new': { title: 'Open a new window', keys: 'Shift+Mod+N', menu: 'file' },
  home: { title: 'Show all projects', menu: 'file' },
  'pane.timeline': { title: 'Show timeline', keys: 'Mod+1', menu: 'view' },
  'pane.terminals': { title: 'Show terminals', keys: 'Mod+2', menu: 'view' },
  'pane.rules': { title: 'Show rules', keys: 'Mod+3', menu: 'view' },
  'pane.changes': { title: 'Show changes', keys: 'Mod+4', menu: 'view' },
  'pane.tasks': { title: 'Show tasks', keys: 'Mod+5', menu: 'view' },
  'pane.settings': { title: 'Show settings', keys: 'Mod+,', menu: 'file' },
  'shell.new': { title: 'Open your own shell', keys: 'Mod+T', menu: 'view' },
  queue: { title: 'Go to the permission queue', keys: 'Mod+J', menu: 'view' },
  'conversation.read': { title: 'Go to the conversation', keys: 'Mod+ArrowUp' },
  'conversation.find': { title: 'Find in the conversation', keys: 'Mod+F', menu: 'session' },
  'timeline.filter': { title: 'Filter the timeline', keys: '/' },
  'timeline.export': { title: 'Export the timeline', menu: 'session' },
  message: { title: 'Write a message', keys: 'Mod+I', menu: 'session' },
  'message.now': { title: 'Send the message now', keys: 'Mod+Enter' },
  /** Also stops the sub-agents; background commands continue. */
  stop: { title: 'Stop the agent', keys: 'Mod+.', menu: 'session' },
  'stop.all': { title: 'Stop everything, background commands too', keys: 'Shift+Mod+.', menu: 'session' },
  'session.new': { title: 'Start a new session', keys: 'Shift+Mod+O', menu: 'session' },
  'session.all': { title: 'Show all sessions of this folder', menu: 'session' },
  'session.list': { title: 'Show the sessions of all projects', keys: 'Mod+B', menu: 'view' },
  'session.next': { title: 'Go to the next session that needs you', keys: 'Shift+Mod+J', menu: 'session' },
  'session.previous': { title: 'Go to the previous session', keys: 'Shift+Mod+K', menu: 'session' },
  'session.rename': { title: 'Rename the session', menu: 'session' },
  'session.archive': { title: 'Archive the session', menu: 'session' },
  'session.delete': { title: 'Delete the session', menu: 'session' },
  'session.fork': { title: 'Fork the session', menu: 'session' },
  'session.model': { title: 'Change the model', keys: 'Shift+Mod+M', menu: 'session' },
  'session.effort': { title: 'Change the effort', menu: 'session' },
  report: { title: 'Show what agents touched', menu: 'session' },
  'session.usage': { title: 'Show usage and cost', menu: 'session' },
  'session.compact': { title: 'Compact the conversation', menu: 'session' },
  commit: { title: 'Commit changed files', menu: 'session' },
  restore: { title: 'Restore files', menu: 'session' },
  'inspector.close': { title: 'Close the inspector', keys: 'Escape' },
  'trust.revoke': { title: 'Revoke trust in this folder', menu: 'file' },
  demo: { title: 'Try the demo', menu: 'help' },
  access: { title: 'Enter a key or a server', menu: 'file' },
  'theme.dark': { title: 'Use the dark theme' },
  'theme.light': { title: 'Use the light theme' },
  'theme.system': { title: 'Follow the system theme' },
} as const satisfies Record<string, WindowCommand>;

export type WindowCommandId = keyof typeof table;
export const WINDOW_COMMANDS: Readonly<Record<WindowCommandId, WindowCommand>> = table;

export function isWindowCommand(id: string): id is WindowCommandId {
  return Object.hasOwn(table, id);
}

/** Keys that a person gave to commands; `null`: none. Other commands have their usual ones. */
export type ChosenKeys = Readonly<Partial<Record<WindowCommandId, string | null>>>;

/** The keys of a command. `undefined`: none. */
export function commandKeys(id: WindowCommandId, chosen: ChosenKeys): string | undefined {
  const own = chosen[id];
  return own === undefined ? WINDOW_COMMANDS[id].keys : (own ?? undefined);
}
