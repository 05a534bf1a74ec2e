/** The environment of a process, or one that is made for a program. */
export type Environment = Readonly<Record<string, string | undefined>>;

interface Variable<T> {
  readonly read: (text: string | undefined) => T;
  readonly meaning: string;
  /** The default: a value, or words where it depends on something else. */
  readonly fallback: string | number | boolean;
}

type Parser<T> = (text: string) => T | undefined;

/** A value that `parse` doesn't accept counts as unset. */
function variable<T>(parse: Parser<T>, meaning: string, fallback: string): Variable<T | undefined> {
  return { read: (text) => (text === undefined ? undefined : parse(text)), meaning, fallback };
}

function withDefault<T extends number | boolean>(parse: Parser<T>, value: T, meaning: string): Variable<T> {
  return { read: (text) => (text === undefined ? undefined : parse(text)) ?? value, meaning, fallback: value };
}

/** A longer timer fires immediately. */
const MAX_TIMER_MS = 2_147_483_647;
const NO: ReadonlySet<string> = new Set(['', '0', 'false', 'no', 'off']);

const asWritten: Parser<string> = (text) => text;
const notEmpty: Parser<string> = (text) => text || undefined;
/** `1`, `true`, `yes` or `on`. */
const isYes: Parser<boolean> = (text) => /^(?:1|true|yes|on)$/iu.test(text.trim());
/** Anything but `0`, `false`, `no` and `off`. */
const isNotNo: Parser<boolean> = (text) => !NO.has(text.trim().toLowerCase());
const isOneOf =
  (...values: readonly string[]): Parser<boolean> =>
  (text) =>
    values.includes(text);
const digits: Parser<number> = (text) => (/^[1-9]\d{0,8}$/u.test(text) ? Number(text) : undefined);
const digitsOrZero: Parser<number> = (text) => (/^\d{1,9}$/u.test(text) ? Number(text) : undefined);
const boundedDigits: Parser<number> = (text) => (/^[1-9]\d{0,9}$/u.test(text) ? Math.min(Number(text), MAX_TIMER_MS) : undefined);
/** As JavaScript reads numbers: `1e5` is one. */
const whole: Parser<number> = (text) => (Number.isSafeInteger(Number(text)) && Number(text) > 0 ? Number(text) : undefined);
const positive: Parser<number> = (text) => (Number.isFinite(Number(text)) && Number(text) > 0 ? Number(text) : undefined);
const timer: Parser<number> = (text) => {
  const value = positive(text.trim());
  return value === undefined ? undefined : Math.min(value, MAX_TIMER_MS);
};
const oneOf =
  <const V extends string>(...values: readonly V[]): Parser<V> =>
  (text) =>
    values.find((value) => value === text);

/**
 * All variables that the app reads, in the order of docs/environment.md. Without zod, since the command line reads its folder's before it
 * can use compiled code.
 */
export const VARIABLES = {
  ANTHROPIC_API_KEY: variable(notEmpty, 'Key for the model’s server. Kept from commands, hooks and MCP servers', 'none'),
  ANTHROPIC_AUTH_TOKEN: variable(notEmpty, 'Bearer token for the model’s server, with or without a key', 'none'),
  CLAUDE_CODE_API_KEY_HELPER_TTL_MS: withDefault(
    timer,
    300_000,
    'Milliseconds that a key printed by the command of `apiKeyHelper` is used before it is run again',
  ),
  ANTHROPIC_BASE_URL: variable(notEmpty, 'Address of a server that speaks the Anthropic Messages API', 'Anthropic’s'),
  ANTHROPIC_CUSTOM_HEADERS: variable(notEmpty, 'More headers for that server, one `Name: value` a line', 'none'),
  ANTHROPIC_MODEL: variable(
    notEmpty,
    'Model of new sessions; takes precedence over the settings',
    'the settings, else the built-in choice',
  ),
  ANTHROPIC_DEFAULT_OPUS_MODEL: variable(notEmpty, 'Model that sub-agents get for `opus`', 'the newest Opus'),
  ANTHROPIC_DEFAULT_FABLE_MODEL: variable(notEmpty, 'Model that sub-agents get for `fable`', 'the newest Fable'),
  ANTHROPIC_DEFAULT_SONNET_MODEL: variable(notEmpty, 'Model that sub-agents get for `sonnet`', 'the newest Sonnet'),
  ANTHROPIC_DEFAULT_HAIKU_MODEL: variable(notEmpty, 'Model that sub-agents get for `haiku`', 'the newest Haiku'),
  GATEHOUSE_HOME: variable(notEmpty, 'Folder of sessions, trusted folders, the audit log and compiled code', '`~/.gatehouse`'),
  GATEHOUSE_LOG_LEVEL: variable(
    oneOf('error', 'warn', 'info', 'debug', 'off'),
    'What is [logged](architecture.md#logging), in `logs` of that folder: `error`, `warn`, `info`, `debug` (each with those before it), `off`',
    '`info`',
  ),
  GATEHOUSE_LOG_CONSOLE: withDefault(isOneOf('1'), false, 'Logs on stderr too'),
  GATEHOUSE_ENGINE_IN_MAIN: withDefault(isNotNo, false, 'Desktop app: the engine runs in the app’s main process instead of one of its own'),
  CLAUDE_CONFIG_DIR: variable(notEmpty, 'Folder of your own `settings.json`, agents and instructions', '`~/.claude`'),
  CLAUDE_CODE_DISABLE_AUTO_MEMORY: variable(
    (text) => (isYes(text) ? true : NO.has(text.trim().toLowerCase()) && text.trim() !== '' ? false : undefined),
    'The agent’s notes between sessions: `1` turns them off, `0` on, whatever `autoMemoryEnabled` says',
    '`autoMemoryEnabled`',
  ),
  GATEHOUSE_SIBLING_ABORT: variable(
    oneOf('all', 'writes', 'off'),
    'Which failed commands cancel the other calls of the same response: `all`, `writes` (only commands that aren’t read-only), `off`',
    '`gatehouse.siblingAbort`',
  ),
  CLAUDE_CODE_MAX_TOOL_USE_CONCURRENCY: withDefault(whole, 10, 'How many calls may run in parallel'),
  CLAUDE_CODE_SIMPLE: withDefault(
    isNotNo,
    false,
    'Only Bash, Edit and Read, no instruction files, no MCP servers. `gatehouse run --bare` does this for one run',
  ),
  CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: withDefault(isNotNo, false, 'Agents can form teams: TeamCreate and TeamDelete'),
  CLAUDE_CODE_ENABLE_TASKS: withDefault(
    isNotNo,
    true,
    'Sessions have a task list (TaskCreate and its like); without it they have TodoWrite',
  ),
  CLAUDE_CODE_COORDINATOR_MODE: withDefault(
    isNotNo,
    false,
    'The main agent coordinates: it looks at what its agents ask before you do, and may refuse it',
  ),
  CLAUDE_CODE_REPL: withDefault(
    isNotNo,
    false,
    'The model calls the tools for files, commands and the web from scripts ([scripts](scripts.md))',
  ),
  DISABLE_AUTOUPDATER: withDefault(isNotNo, false, 'The desktop app doesn’t look for newer versions of itself'),
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: withDefault(isNotNo, false, 'No command runs in the background'),
  CLAUDE_CODE_DISABLE_WORKFLOWS: withDefault(isNotNo, false, 'The agent can’t run workflows, scripts that start many agents'),
  CLAUDE_CODE_DISABLE_CRON: withDefault(isNotNo, false, 'No prompts are scheduled for later'),
  CLAUDE_CODE_MAX_OUTPUT_TOKENS: variable(digits, 'Longest response of the model, thinking included, in tokens', 'by model'),
  CLAUDE_STREAM_IDLE_TIMEOUT_MS: withDefault(digits, 180_000, 'Milliseconds that a response which has started may pause'),
  CLAUDE_STREAM_TOTAL_TIMEOUT_MS: withDefault(digits, 7_200_000, 'Milliseconds that a response which has started may take in total'),
  MAX_THINKING_TOKENS: variable(
    digitsOrZero,
    'Thinking budget, in tokens, for models that don’t decide by themselves how much to think; 0 turns thinking off',
    'none',
  ),
  ENABLE_TOOL_SEARCH: variable(
    (text) => /^(?:true|false|auto(?::\d{1,3})?)$/u.exec(text.trim().toLowerCase())?.[0],
    'When tools of MCP servers are only listed by name and loaded on demand: `auto` (when they exceed a tenth of the context window), `auto:N` (N percent), `true`, `false`',
    '`auto` with Anthropic’s server',
  ),
  BASH_DEFAULT_TIMEOUT_MS: withDefault(positive, 120_000, 'Milliseconds that a command may take when the model asks for none'),
  BASH_MAX_TIMEOUT_MS: withDefault(positive, 600_000, 'Most milliseconds that the model may ask for'),
  BASH_MAX_OUTPUT_LENGTH: withDefault(whole, 30_000, 'Characters of a command’s output that the model reads whole, 150,000 at most'),
  CLAUDE_CODE_GIT_BASH_PATH: variable(notEmpty, 'Windows: path of Git Bash’s `bash.exe`', 'where Git is installed'),
  CLAUDE_CODE_USE_POWERSHELL_TOOL: variable(
    isNotNo,
    'Offers the PowerShell tool where `pwsh` is on the `PATH`, or PowerShell on Windows',
    'on Windows only',
  ),
  CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR: withDefault(isOneOf('1', 'true'), false, 'Each command starts in the project folder'),
  CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS: withDefault(whole, 25_000, 'Tokens of text that one Read may give'),
  CLAUDE_CODE_GLOB_NO_IGNORE: withDefault((text) => text.trim().toLowerCase() !== 'false', true, 'Glob finds files that git ignores too'),
  TASK_MAX_OUTPUT_LENGTH: withDefault(digits, 32_000, 'Characters of a task’s output or a sub-agent’s report, 160,000 at most'),
  MCP_TIMEOUT: withDefault(boundedDigits, 30_000, 'Milliseconds that an MCP server may take to start'),
  MCP_TOOL_TIMEOUT: withDefault(boundedDigits, 100_000_000, 'Milliseconds that a call of an MCP tool may take'),
  MAX_MCP_OUTPUT_TOKENS: withDefault(boundedDigits, 25_000, 'Tokens of an MCP result that the model reads whole'),
  IS_SANDBOX: withDefault(isOneOf('1'), false, 'A sandbox surrounds the app, so root may use bypass mode'),
  CLAUDE_CODE_ENABLE_TELEMETRY: withDefault(isYes, false, 'Exports [OpenTelemetry](telemetry.md) traces and metrics'),
  CLAUDE_CODE_OTEL_SHUTDOWN_TIMEOUT_MS: withDefault(timer, 2000, 'Milliseconds that exiting may wait for the last export'),
  OTEL_SDK_DISABLED: withDefault(isYes, false, 'Turns telemetry off'),
  OTEL_TRACES_EXPORTER: variable(asWritten, '`otlp` exports traces', '`none`'),
  OTEL_METRICS_EXPORTER: variable(asWritten, '`otlp` exports metrics', '`none`'),
  OTEL_METRIC_EXPORT_INTERVAL: variable(timer, 'Milliseconds between two exports of metrics', 'OpenTelemetry’s'),
  OTEL_LOG_TOOL_DETAILS: withDefault(isYes, false, 'Exports the names of tools and agents that aren’t Gatehouse’s own'),
  OTEL_EXPORTER_OTLP_PROTOCOL: variable(asWritten, 'Protocol of exports; only `http/protobuf` is supported', '`http/protobuf`'),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: variable(asWritten, 'The same for traces', 'as above'),
  OTEL_EXPORTER_OTLP_METRICS_PROTOCOL: variable(asWritten, 'The same for metrics', 'as above'),
  OTEL_EXPORTER_OTLP_ENDPOINT: variable(asWritten, 'Address that is exported to', 'OpenTelemetry’s'),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: variable(asWritten, 'The same for traces', 'as above'),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: variable(asWritten, 'The same for metrics', 'as above'),
  OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: variable(asWritten, 'Temporality of metrics', 'delta'),
  HTTPS_PROXY: variable(asWritten, 'Proxy for `https:` addresses', 'none'),
  https_proxy: variable(asWritten, 'The same; takes precedence', 'none'),
  HTTP_PROXY: variable(asWritten, 'Proxy for `http:` addresses', 'none'),
  http_proxy: variable(asWritten, 'The same; takes precedence', 'none'),
  NO_PROXY: variable(asWritten, 'Hosts that are reached without a proxy, besides this machine', 'none'),
  no_proxy: variable(asWritten, 'The same; takes precedence', 'none'),
  PATH: variable(asWritten, 'Where programs are found', 'none'),
  HOME: variable(asWritten, 'Where git’s own settings are found', 'none'),
  USERPROFILE: variable(asWritten, 'The same on Windows', 'none'),
  XDG_CONFIG_HOME: variable(notEmpty, 'Where git’s list of ignored files is found', '`~/.config`'),
  SHELL: variable(asWritten, 'Your login shell', 'that of your account'),
  SHLVL: variable(asWritten, 'Whether the app was started from a shell, so that its environment is yours', 'none'),
  TERM: variable(notEmpty, 'The same, with a terminal', 'none'),
  LC_ALL: variable(notEmpty, 'Language of commands; with none of the three, UTF-8 is added', 'none'),
  LC_CTYPE: variable(notEmpty, 'The same for characters', 'none'),
  LANG: variable(notEmpty, 'The same where neither is set', 'none'),
  DISPLAY: variable(notEmpty, 'Whether an editor can be shown', 'none'),
  WAYLAND_DISPLAY: variable(notEmpty, 'The same', 'none'),
  SSH_CONNECTION: variable(notEmpty, 'Whether the session is remote, where no editor is shown', 'none'),
  SSH_CLIENT: variable(notEmpty, 'The same', 'none'),
  VSCODE_IPC_HOOK_CLI: variable(notEmpty, 'Whether VS Code’s terminal passes files on to it', 'none'),
  GATEHOUSE_TERMINAL: variable(asWritten, 'Set by Gatehouse in what it starts, to find what was left behind', 'none'),
};

export type VariableName = keyof typeof VARIABLES;
type Value<N extends VariableName> = ReturnType<(typeof VARIABLES)[N]['read']>;

const readers: { readonly [N in VariableName]: Variable<Value<N>> } = VARIABLES;

/** What a variable says, or its default. */
export function readVariable<N extends VariableName>(env: Environment, name: N): Value<N> {
  return readers[name].read(env[name]);
}
