import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchCall } from './bench-call.ts';
import type { BenchProject } from './bench-project.ts';
import { claudeCode, type OtherApi, type Program } from './programs.ts';
import { geminiWire } from './wires/gemini-wire.ts';
import { messagesWire } from './wires/messages-wire.ts';
import { responsesWire } from './wires/responses-wire.ts';

/** No program reaches anything but this machine. */
const OFFLINE = { HTTPS_PROXY: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: '127.0.0.1' };

/** Other agents whose programs environment variables name: `CLAUDE_BINARY` (or `claude` on the PATH), `CODEX_BINARY`, `GEMINI_BINARY`, `OPENCODE_BINARY`. */
export function peers(project: BenchProject): Program[] {
  return [claudeCode(project), codex(project), gemini(project), opencode()].filter((program) => program !== undefined);
}

function codex({ root }: BenchProject): Program | undefined {
  const binary = process.env['CODEX_BINARY'];
  if (binary === undefined) return undefined;
  const home = join(root, '.codex');
  mkdirSync(home, { recursive: true });
  return {
    name: 'Codex',
    // A model that its release knows, since calls of others don't run in parallel.
    command: [binary, 'exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', '-m', 'gpt-5.5'],
    env: { ...OFFLINE, CODEX_HOME: home },
    other: {
      wire: responsesWire,
      args: (url) => [
        '-c',
        `model_providers.bench={name="bench",base_url="${url}/v1",wire_api="responses"}`,
        '-c',
        'model_provider=bench',
        'go',
      ],
      call: ({ name, input }) => ({ name: 'exec_command', input: { cmd: name === 'Read' ? `cat '${path(input)}'` : input['command'] } }),
    },
  };
}

function gemini({ root }: BenchProject): Program | undefined {
  const binary = process.env['GEMINI_BINARY'];
  if (binary === undefined) return undefined;
  mkdirSync(join(root, '.gemini'), { recursive: true });
  const settings = {
    security: { auth: { selectedType: 'gemini-api-key' } },
    general: { enableAutoUpdate: false },
    privacy: { usageStatisticsEnabled: false },
    // The same calls again and again are what is measured.
    model: { disableLoopDetection: true },
  };
  writeFileSync(join(root, '.gemini/settings.json'), JSON.stringify(settings));
  return {
    name: 'Gemini CLI',
    command: [binary, '-p', 'go', '--yolo', '-m', 'gemini-2.5-flash'],
    // It starts itself again with other options otherwise, and the second process would not be measured.
    env: { ...OFFLINE, GEMINI_API_KEY: 'bench', GEMINI_CLI_NO_RELAUNCH: 'true', GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    other: {
      wire: geminiWire,
      env: (url) => ({ GOOGLE_GEMINI_BASE_URL: url }),
      call: renamed({ Read: 'read_file', Bash: 'run_shell_command' }, 'file_path'),
    },
  };
}

function opencode(): Program | undefined {
  const binary = process.env['OPENCODE_BINARY'];
  if (binary === undefined) return undefined;
  const model = 'anthropic/claude-haiku-4-5';
  const provider = (url: string): object => ({ anthropic: { options: { baseURL: `${url}/v1`, apiKey: 'bench' } } });
  const config = { autoupdate: false, share: 'disabled', permission: 'allow', model, small_model: model };
  return {
    name: 'opencode',
    command: [binary, 'run', 'go'],
    env: { ...OFFLINE, OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_DEFAULT_PLUGINS: '1' },
    other: {
      // It also asks for a title, without tools.
      wire: { ...messagesWire, isTurn: (body) => body.includes('"tools":[') },
      env: (url) => ({ OPENCODE_CONFIG_CONTENT: JSON.stringify({ ...config, provider: provider(url) }) }),
      call: renamed({ Read: 'read', Bash: 'bash' }, 'filePath'),
    },
  };
}

/** `pathField`: the name of the path in the input of the tool that reads. */
function renamed(names: Readonly<Record<string, string>>, pathField: string): OtherApi['call'] {
  return ({ name, input }) => ({
    name: names[name] ?? name,
    input: name === 'Read' ? { [pathField]: path(input) } : { ...input, description: 'Measured' },
  });
}

function path(input: BenchCall['input']): string {
  return String(input['file_path']);
}
