import type { CommandName, ParsedInput } from '#shared/contract/commands.ts';
import type { AppState } from '#shared/contract/project.ts';

/** The command can't allow a call or widen what may run. `safe` gives the reason. */
export interface SafeCommand {
  readonly safe: string;
}

/** The command may let a call run that would have asked, or something run without a call. */
export interface ConfirmedCommand<N extends CommandName> {
  /** What the person is asked. */
  readonly confirm: string;
  /** Inputs that only narrow, and need no confirmation. */
  readonly unless?: (input: ParsedInput<N>) => boolean;
  /** Inputs that name only what a person has opened before. */
  readonly unlessKnown?: (input: ParsedInput<N>, app: AppState) => boolean;
  /** What it is asked about once per window, for all later inputs about the same: single ones can't be asked about. */
  readonly standing?: (input: ParsedInput<N>) => Readonly<Record<string, string>>;
}

export type CommandClass<N extends CommandName> = SafeCommand | ConfirmedCommand<N>;

const reads: SafeCommand = { safe: 'It only reads.' };
const stops: SafeCommand = { safe: 'It stops or removes work.' };
const gated: SafeCommand = { safe: 'It starts work of the agent, whose calls pass the gate.' };
const shows: SafeCommand = { safe: 'It changes what the window or the system shows.' };
const fetches: SafeCommand = { safe: 'What it fetches has no effect before it is accepted.' };
const signsIn: SafeCommand = { safe: 'The person signs in at the server itself, outside the page.' };
const ASKING_MODES: readonly string[] = ['default', 'plan', 'dontAsk'];

/**
 * Each command of the contract, by what a script in the page could do with it. Where `gatehouse.confirmOutsidePage` is on, a person confirms
 * the others outside the page (docs/security.md). A new command doesn't compile without an entry.
 */
export const COMMAND_CLASSES: { readonly [N in CommandName]: CommandClass<N> } = {
  'agent.conversation': reads,
  'agent.send': gated,
  'agent.stop': stops,
  'app.setAccess': { confirm: 'Change the model’s server?', unless: ({ baseUrl }) => baseUrl === undefined },
  'app.setPreferences': shows,
  'app.state': reads,
  'asks.list': reads,
  'call.detail': reads,
  'call.find': reads,
  'call.moveToBackground': { safe: 'The command was allowed and runs already.' },
  'call.output': reads,
  'call.rules': reads,
  'changes.commit': { confirm: 'Commit these files?' },
  'changes.diff': reads,
  'changes.inGit': reads,
  'changes.lines': reads,
  'changes.list': reads,
  'changes.ofTurn': reads,
  'changes.revert': { confirm: 'Revert these files?' },
  'changes.stopCommit': stops,
  'demo.start': gated,
  'editor.find': reads,
  'editor.open': { safe: 'It opens a file of the project in the person’s own editor, without a shell.' },
  'elicitation.answer': { confirm: 'Send this to the MCP server?', unless: ({ action }) => action !== 'accept' },
  'hooks.list': reads,
  'hooks.preview': reads,
  'hooks.try': { confirm: 'Run this hook now?' },
  'marketplaces.add': fetches,
  'marketplaces.remove': { safe: 'Installed plugins stay as they are.' },
  'marketplaces.update': fetches,
  'mcp.accept': { confirm: 'Accept the tools of this server?' },
  'mcp.cancelSignIn': stops,
  'mcp.finishSignIn': signsIn,
  'mcp.list': reads,
  'mcp.restart': { safe: 'It starts only what was approved before.' },
  'mcp.setEnabled': { confirm: 'Turn on this server?', unless: ({ enabled }) => !enabled },
  'mcp.signIn': signsIn,
  'mcp.signOut': stops,
  'models.list': reads,
  'notice.answer': shows,
  'notice.take': shows,
  'packs.backtest': reads,
  'packs.export': reads,
  'packs.list': reads,
  'packs.read': reads,
  'permission.answer': { confirm: 'Allow this call?', unless: ({ answer }) => answer.type === 'deny' },
  'permission.input': reads,
  'plugins.accept': { confirm: 'Accept this plugin?' },
  'plugins.install': fetches,
  'plugins.list': reads,
  // Hooks of a plugin may deny calls.
  'plugins.remove': { confirm: 'Remove this plugin?' },
  'plugins.setEnabled': { confirm: 'Turn this plugin on or off?' },
  'project.browse': reads,
  'project.locate': reads,
  // Reading inside a project needs no question.
  'project.open': { confirm: 'Open this folder?', unlessKnown: ({ path }, app) => foldersOf(app).includes(path) },
  'project.pick': { safe: 'The system’s dialog asks the person.' },
  'project.revokeTrust': { confirm: 'Revoke trust in this folder?' },
  'project.trust': { confirm: 'Trust this folder?' },
  'report.export': reads,
  'report.make': reads,
  'report.stop': stops,
  'restore.apply': { confirm: 'Restore these files?' },
  'restore.diff': reads,
  'restore.points': reads,
  'restore.preview': reads,
  'rules.allowing': reads,
  'rules.answering': reads,
  'rules.backtest': reads,
  'rules.change': { confirm: 'Change these rules?' },
  'rules.check': reads,
  'rules.completions': reads,
  'rules.dismiss': shows,
  'rules.forCall': reads,
  'rules.learned': reads,
  'rules.list': reads,
  'rules.replay': reads,
  'rules.try': reads,
  'rules.usage': reads,
  'session.archive': shows,
  'session.compact': gated,
  'session.context': reads,
  'session.create': gated,
  'session.delete': { safe: 'Decisions stay in the audit log.' },
  'session.exportTrace': reads,
  'session.files': reads,
  'session.fork': gated,
  'session.interrupt': stops,
  'session.list': reads,
  'session.modes': reads,
  'session.open': gated,
  'session.overview': reads,
  'session.rename': shows,
  'session.resources': reads,
  'session.retry': gated,
  'session.rewind': { safe: 'It removes messages, and starts nothing.' },
  'session.search': reads,
  'session.send': gated,
  'session.sendQueued': gated,
  'session.setBudget': { confirm: 'Change the budget?' },
  'session.setDirectory': { confirm: 'Add this working directory?', unless: ({ change }) => change === 'remove' },
  'session.setEffort': gated,
  'session.setMode': { confirm: 'Change the permission mode?', unless: ({ mode }) => ASKING_MODES.includes(mode) },
  'session.setModel': gated,
  'session.skills': reads,
  'session.statusLine': { safe: 'It runs only the command of the person’s settings.' },
  'session.unqueue': stops,
  'session.unschedule': stops,
  'settings.allowInclude': { confirm: 'Allow this file to be included?' },
  'settings.list': reads,
  'settings.read': reads,
  'settings.readInclude': reads,
  'settings.save': { confirm: 'Save this settings file?' },
  'settings.set': { confirm: 'Change this setting?' },
  'settings.setUp': reads,
  'shell.openPath': shows,
  'terminal.ack': reads,
  'terminal.close': shows,
  'terminal.input': {
    confirm: 'Type into this terminal from now on?',
    standing: ({ sessionId, terminalId }) => ({ sessionId, terminalId }),
  },
  'terminal.open': reads,
  'terminal.stop': stops,
  'terminal.takeOver': { safe: 'It types nothing.' },
  'trigger.newKey': { confirm: 'Create a key that lets programs start this prompt?' },
  'trigger.remove': stops,
  'userShell.end': stops,
  'userShell.list': reads,
  'userShell.resize': shows,
  'userShell.start': { safe: 'It runs the person’s own shell; typing into it is confirmed.' },
  'window.notify': shows,
  'window.open': shows,
  'window.shows': shows,
  'window.waits': shows,
  'workflow.stop': stops,
};

function foldersOf({ recent, openProject }: AppState): readonly string[] {
  return [...recent.map(({ projectDir }) => projectDir), ...(openProject ? [openProject.projectDir] : [])];
}

/** The command's entry, if this input of it has to be confirmed. */
export function confirmedCommand<N extends CommandName>(command: N, input: ParsedInput<N>): ConfirmedCommand<N> | undefined {
  const found: CommandClass<N> = COMMAND_CLASSES[command];
  if ('safe' in found || found.unless?.(input) === true) return undefined;
  return found;
}
