import { HOOK_EVENTS, hookTypeSchema } from '../settings/hook-settings.ts';
import { type Effect, partly, without, WORKS } from './effect.ts';

type Fields = Readonly<Record<string, Effect>>;

const NOTHING_TO_DO = WORKS;

/** Fields of an agent's front matter (`.claude/agents/**.md`). */
export const AGENT_FIELDS: Fields = {
  name: WORKS,
  description: WORKS,
  tools: WORKS,
  disallowedTools: WORKS,
  model: WORKS,
  permissionMode: WORKS,
  maxTurns: WORKS,
  background: WORKS,
  isolation: WORKS,
  hooks: WORKS,
  skills: without('The agent starts without these skills.'),
  mcpServers: partly(
    'Servers that an agent defines start with the session’s, and only that agent gets their tools. An agent of a plugin can’t have any.',
  ),
  memory: partly('Each note that the agent writes asks you.'),
  effort: WORKS,
  color: without('Agents have no colours.'),
  initialPrompt: without('An agent type can’t lead a session.'),
};

/** Fields of a skill's front matter (`SKILL.md`). */
export const SKILL_FIELDS: Fields = {
  name: WORKS,
  description: WORKS,
  when_to_use: WORKS,
  'argument-hint': WORKS,
  arguments: WORKS,
  'disable-model-invocation': WORKS,
  'user-invocable': WORKS,
  'allowed-tools': partly('You are asked once before its rules count.'),
  'disallowed-tools': WORKS,
  model: WORKS,
  context: WORKS,
  agent: WORKS,
  paths: WORKS,
  shell: partly('A skill with commands for PowerShell is ignored.'),
  hooks: WORKS,
  effort: WORKS,
  background: partly('Without it, a skill in a sub-agent is waited for.'),
  metadata: NOTHING_TO_DO,
  license: NOTHING_TO_DO,
  compatibility: NOTHING_TO_DO,
};

/** Fields of a slash command (`.claude/commands/**.md`): a skill's, except those that its file name or place decides. */
export const COMMAND_FIELDS: Fields = Object.fromEntries(
  Object.entries(SKILL_FIELDS).filter(([name]) => !['name', 'paths'].includes(name)),
);

/** Fields of an MCP server (`.mcp.json`, `~/.claude.json`). */
export const SERVER_FIELDS: Fields = {
  'type: stdio': WORKS,
  'type: http': WORKS,
  'type: streamable-http': WORKS,
  'type: sse': WORKS,
  'type: ws': without('A server with it isn’t started.'),
  command: WORKS,
  args: WORKS,
  env: WORKS,
  url: WORKS,
  headers: WORKS,
  headersHelper: WORKS,
  timeout: WORKS,
  alwaysLoad: WORKS,
  oauth: WORKS,
};

const TYPES = ['command', 'http', 'mcp_tool', 'prompt', 'agent'];

/** Kinds of hooks. */
export const HOOK_TYPE_EFFECTS: Fields = Object.fromEntries(
  TYPES.map((type) => [
    type,
    hookTypeSchema.safeParse(type).success ? WORKS : without('It never runs; one that is set to fail closed blocks each time.'),
  ]),
);

/** Events that hooks are called on. */
export const HOOK_EVENT_EFFECTS: Fields = Object.fromEntries(HOOK_EVENTS.map((event) => [event, WORKS]));

/** Fields of every hook. */
export const HOOK_FIELDS: Fields = {
  matcher: WORKS,
  type: WORKS,
  if: WORKS,
  timeout: WORKS,
  statusMessage: WORKS,
  once: WORKS,
  command: WORKS,
  args: WORKS,
  async: WORKS,
  asyncRewake: WORKS,
  shell: WORKS,
  url: WORKS,
  headers: WORKS,
  allowedEnvVars: WORKS,
  server: WORKS,
  tool: WORKS,
  input: WORKS,
  prompt: WORKS,
  model: WORKS,
  continueOnBlock: without('What a refusal does depends on the event alone.'),
};

/** Fields of what a hook answers; `hookSpecificOutput` has those after it. */
export const HOOK_OUTPUT_FIELDS: Fields = {
  continue: WORKS,
  stopReason: WORKS,
  systemMessage: WORKS,
  suppressOutput: NOTHING_TO_DO,
  terminalSequence: without('There is no terminal that it could be written to.'),
  decision: WORKS,
  reason: WORKS,
  'hookSpecificOutput.permissionDecision': WORKS,
  'hookSpecificOutput.permissionDecisionReason': WORKS,
  'hookSpecificOutput.updatedInput': WORKS,
  'hookSpecificOutput.additionalContext': WORKS,
  'hookSpecificOutput.decision': WORKS,
  'hookSpecificOutput.updatedToolOutput': WORKS,
  'hookSpecificOutput.updatedMCPToolOutput': WORKS,
  'hookSpecificOutput.classifierContext': without('A hook can’t persuade the classifier of auto mode.'),
  'hookSpecificOutput.retry': WORKS,
  'hookSpecificOutput.displayContent': WORKS,
  'hookSpecificOutput.action': WORKS,
  'hookSpecificOutput.content': WORKS,
  'hookSpecificOutput.worktreePath': WORKS,
  'hookSpecificOutput.watchPaths': WORKS,
  'hookSpecificOutput.sessionTitle': partly('A session that has a title keeps it.'),
  'hookSpecificOutput.initialUserMessage': without('A session never sends a message by itself.'),
  'hookSpecificOutput.reloadSkills': NOTHING_TO_DO,
};
