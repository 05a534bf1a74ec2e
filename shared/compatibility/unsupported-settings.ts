import { type Effect, without } from './effect.ts';

/** Keys that share a reason, separated by spaces. */
function keys(names: string, why: string, unguarded = false): [key: string, effect: Effect][] {
  return names.split(' ').map((key) => [key, unguarded ? { ...without(why), unguarded } : without(why)]);
}

const NO_SANDBOX = 'Commands don’t run in a sandbox here: each one is decided by your rules and the mode instead.';
const NO_ACCOUNT = 'Gatehouse uses an API key, not a claude.ai account.';
const NO_CLOUD = 'Amazon Bedrock, Google Vertex and Microsoft Foundry aren’t supported, only servers with the Messages API.';
const TERMINAL = 'It is about Claude Code’s display in a terminal; Gatehouse has a window.';
const OWN_WINDOW = 'The window has its own setting.';
const NO_REMOTE = 'Sessions can’t be controlled from other devices.';
const NO_UPDATES = 'This is about versions of Claude Code; Gatehouse has its own.';
const NO_VOICE = 'Dictation isn’t supported.';
const NO_CONNECTORS = 'Connectors of claude.ai aren’t used, so none start.';
const ALL_MODELS = 'Any model can be chosen.';

/** Documented keys of settings.json that Gatehouse doesn't read. A key with a row in `SETTING_ROWS` counts as read, even if it is listed here. */
export const UNSUPPORTED_SETTINGS: ReadonlyMap<string, Effect> = new Map([
  ...keys(
    'sandbox.enabled sandbox.failIfUnavailable sandbox.filesystem sandbox.network sandbox.credentials sandbox.allowUnsandboxedCommands',
    NO_SANDBOX,
    true,
  ),
  ...keys(
    'sandbox.autoAllowBashIfSandboxed sandbox.excludedCommands sandbox.ignoreViolations sandbox.enableWeakerNestedSandbox sandbox.enableWeakerNetworkIsolation sandbox.enabledPlatforms sandbox.allowAppleEvents sandbox.ripgrep sandbox.bwrapPath sandbox.socatPath',
    NO_SANDBOX,
  ),
  ...keys('permissions.denyInsteadOfPrompting', 'Questions wait for you; the mode “Don’t ask” refuses what would ask.', true),
  ...keys('allowedProviders', 'The server is chosen in the window or by ANTHROPIC_BASE_URL.', true),
  ...keys('disableSideloadFlags', 'There are no such options on the command line.'),
  ...keys('isolatePeerMachines crossSessionInbound', 'Sessions don’t reach each other.'),
  ...keys('managedSourcesBehavior', 'The first place that has managed settings counts.', true),
  ...keys('enableArtifact', 'Nothing is published on claude.ai.'),
  ...keys('feedbackDrafts', 'Gatehouse sends no feedback.'),
  ...keys('timeFormat timeZone', OWN_WINDOW),
  ...keys('autoMode.classifyAllShell', 'Commands that an earlier step allows don’t reach the classifier.', true),
  ...keys('useAutoModeDuringPlan', 'In plan mode, commands that aren’t known to only read always ask.'),
  ...keys('skipAutoPermissionPrompt skipDangerousModePermissionPrompt', 'Modes are confirmed in the window.'),
  ...keys('availableModels enforceAvailableModels', ALL_MODELS, true),
  ...keys(
    'modelOverrides fallbackModel advisorModel fastMode fastModePerSessionOptIn',
    'Requests go to the chosen model only, by its own name.',
  ),
  ...keys('alwaysThinkingEnabled showThinkingSummaries', 'Models that can think do, and their thinking is shown folded.'),
  ...keys('agent', 'The main agent can’t be replaced by an agent type.'),
  ...keys('language', 'Write the language into an instruction file (CLAUDE.md).'),
  ...keys('claudeMd', 'Put managed instructions into CLAUDE.md in the folder of the managed settings.'),
  ...keys('subagentStatusLine', 'Sub-agents have no status line.'),
  ...keys('fileSuggestion', '“@” completes names of files in the project; no program is asked.'),
  ...keys('plansDirectory', 'Plans are kept in the session’s own folder.'),
  ...keys('askUserQuestionTimeout', 'Questions from the agent wait for you without a limit.'),
  ...keys('defaultShell respondToBashCommands', 'Messages that begin with “!” aren’t run; open a shell of your own beside the session.'),
  ...keys('showClearContextOnPlanAccept', 'The question about a plan always offers it.'),
  ...keys('skillOverrides', 'Skills are listed as their own files say.'),
  ...keys('disableBundledSkills', 'No skills are bundled.'),
  ...keys(
    'worktree.baseRef worktree.symlinkDirectories worktree.sparsePaths worktree.bgIsolation',
    'Worktrees are made from the checked-out commit, whole.',
  ),
  ...keys('disableArtifact', 'Nothing is published on claude.ai.'),
  ...keys('disableAgentView', 'There is no agent view of background sessions.'),
  ...keys('teammateMode', 'Team members are shown in the window.'),
  ...keys('attribution includeCoAuthoredBy', 'No text is added to commits or pull requests.'),
  ...keys('includeGitInstructions', 'The system prompt is Gatehouse’s own.'),
  ...keys('strictPluginOnlyCustomization', 'Your own and your project’s agents, skills, hooks and servers still take effect.', true),
  ...keys(
    'skippedMarketplaces skippedPlugins pluginSuggestionMarketplaces',
    'No plugin is suggested: what your settings name is listed until you install it.',
  ),
  ...keys('pluginTrustMessage', 'The list of what a plugin does is shown instead.'),
  ...keys('channelsEnabled allowedChannelPlugins', 'Plugins can’t open channels for messages from outside.'),
  ...keys('forceLoginMethod forceLoginOrgUUID', NO_ACCOUNT, true),
  ...keys('disableClaudeAiConnectors allowAllClaudeAiMcps', NO_CONNECTORS),
  ...keys('managedMcpServers', 'Put them into managed-mcp.json.'),
  ...keys('sshConfigs sshHostAllowlist', 'Sessions on other machines aren’t supported.'),
  ...keys('otelHeadersHelper', 'Set OTEL_EXPORTER_OTLP_HEADERS instead.'),
  ...keys('policyHelper forceRemoteSettingsRefresh', 'Managed settings come from files and the operating system only.', true),
  ...keys('parentSettingsBehavior wslInheritsWindowsSettings', 'Only managed settings of this system are read.', true),
  ...keys('awsAuthRefresh awsCredentialExport gcpAuthRefresh', NO_CLOUD),
  ...keys('requiredMinimumVersion requiredMaximumVersion minimumVersion autoUpdatesChannel', NO_UPDATES),
  ...keys('remoteControlAtStartup disableRemoteControl', NO_REMOTE),
  ...keys('disableDeepLinkRegistration', 'No link of Claude Code’s is registered.'),
  ...keys('inputNeededNotifEnabled preferredNotifChannel', OWN_WINDOW),
  ...keys('theme editorMode viewMode', OWN_WINDOW),
  ...keys(
    'spinnerVerbs spinnerTipsEnabled spinnerTipsOverride terminalProgressBarEnabled showTurnDuration prefersReducedMotion prUrlTemplate tui wheelScrollAccelerationEnabled autoScrollEnabled axScreenReader syntaxHighlightingDisabled verbose footerLinksRegexes',
    TERMINAL,
  ),
  ...keys('awaySummaryEnabled companyAnnouncements feedbackSurveyRate', 'Gatehouse shows nothing of this kind.'),
  ...keys('voice voiceEnabled', NO_VOICE),
  ...keys('skipWebFetchPreflight', 'Addresses are checked on this machine only; no server is asked about them.'),
]);
