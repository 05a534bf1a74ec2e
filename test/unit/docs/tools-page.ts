import { z } from 'zod';
import { isDeferrable } from '#main/agent/request/deferred-tools.ts';
import { allServerTools } from '#main/mcp/tools/server-tools.ts';
import { serverAccess } from '#test/support/server-access.ts';
import { toApiTool } from '#main/tool/schema.ts';
import type { Tool } from '#main/tool/tool.ts';
import { getAllTools } from '#main/tools/catalogue.ts';
import { toolRow, type ToolRow } from '#shared/tool-table.ts';

const HEAD = `# Tools

<!-- Generated: npm run docs -->

The tools that the model can call: their input, their output as hooks get it in \`tool_response\`, and their limits. Names and fields are Claude Code's
where it publishes them. “Parallel” calls can run at the same time as others; “depends” means on the input. Tools that are loaded “on demand” are
only named in requests once the definitions take too much of the context window (\`ENABLE_TOOL_SEARCH\`). [permissions.md](permissions.md) describes
how calls are decided and how rules are written. MCP servers have tools of their own ([mcp.md](mcp.md)): their input is what the server declares,
their output is the text of its answer, or a list of text and image blocks.
`;

const SCHEDULES = 'without `CLAUDE_CODE_DISABLE_CRON`';
const TASK_LIST = 'without `CLAUDE_CODE_ENABLE_TASKS=0`';
const WINDOW = 'with a window';
const TEAMS = 'with `CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS`';

/** When a tool is offered that isn't always. */
export const OFFERED: Readonly<Record<string, string>> = {
  AskUserQuestion: WINDOW,
  CronCreate: SCHEDULES,
  CronDelete: SCHEDULES,
  CronList: SCHEDULES,
  EnterPlanMode: WINDOW,
  ExitPlanMode: WINDOW,
  LSP: 'with a [language server](language-servers.md) that may run',
  ListMcpResourcesTool: 'with an MCP server that has resources',
  Monitor: 'with a window, without `CLAUDE_CODE_DISABLE_BACKGROUND_TASKS`',
  PowerShell: 'where PowerShell is found; outside of Windows with `CLAUDE_CODE_USE_POWERSHELL_TOOL=1`',
  PushNotification: WINDOW,
  REPL: 'with `CLAUDE_CODE_REPL`, not in the packaged app',
  ReadMcpResourceDir: 'with an MCP server that has resources',
  ReadMcpResourceTool: 'with an MCP server that has resources',
  RemoteTrigger: 'with a window and a `gatehouse.webhookPort`',
  ScheduleWakeup: SCHEDULES,
  Skill: 'with skills or commands',
  TaskCreate: TASK_LIST,
  TaskGet: TASK_LIST,
  TaskList: TASK_LIST,
  TaskUpdate: TASK_LIST,
  TeamCreate: TEAMS,
  TeamDelete: TEAMS,
  TodoWrite: 'with `CLAUDE_CODE_ENABLE_TASKS=0`',
  WebBrowser: 'with `gatehouse.browser`',
  WebSearch: 'where the model’s server can search, or with `gatehouse.searchServer`',
  Workflow: 'without `disableWorkflows` and `CLAUDE_CODE_DISABLE_WORKFLOWS`, not in the packaged app',
};

/** Tools of Claude Code's published types that Gatehouse doesn't have, and why. */
export const NOT_HERE: Readonly<Record<string, string>> = {
  Artifact: 'publishes pages on claude.ai',
  ClaudeDesign: 'works in Claude Design, a service of Anthropic’s',
  OfferChromeSetup: 'sets up Claude’s extension for Chrome. `WebBrowser` uses a browser of yours without it',
  Projects: 'reads and writes the documents of projects on claude.ai',
  ProposeGoal: 'sets the goal of `/goal`, a command that Gatehouse doesn’t have',
  ProposeSkills: 'offers skills for Claude Code’s review card. Here the agent writes the file of a skill, which asks',
  ReadNotifications: 'reads what Anthropic’s servers queued. Here a message, a webhook or the end of a task starts a turn by itself',
  SendFeedback: 'sends a report to Anthropic',
  ShowOnboardingRolePicker: 'is part of Claude Code’s own introduction',
};

/** `docs/tools.md`, from the tools themselves. */
export function toolsPage(): string {
  const notHere = Object.entries(NOT_HERE).map(([name, reason]) => row([`\`${name}\``, `It ${reason}`]));
  const end = [
    '## Not here',
    '',
    'Claude Code has these tools as well, which belong to its own services and commands:',
    '',
    row(['Tool', 'Why not']),
    row(['---', '---']),
    ...notHere,
    '',
  ];
  return [HEAD, overview(documentedTools()), ...documentedTools().map(section), end.join('\n')].join('\n');
}

export function documentedTools(): Tool[] {
  const builtIn = getAllTools({
    projectDir: '/project',
    isReadOnlyCommand: (command) => command === '',
    env: () => ({}),
    hasBrowser: () => true,
    searchesWeb: () => true,
    receivesWebhooks: () => true,
  });
  return [...builtIn, ...allServerTools(serverAccess(), 100_000)].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function overview(tools: readonly Tool[]): string {
  const rows = tools.map((tool) =>
    row([
      `[${tool.name}](#${tool.name.toLowerCase()})`,
      answer((input) => tool.isReadOnly(input)),
      answer((input) => tool.isConcurrencySafe(input)),
      tool.maxResultSizeChars === Number.POSITIVE_INFINITY ? 'its own' : tool.maxResultSizeChars.toLocaleString('en'),
      ruleForms(tool.name).join(', '),
      isDeferrable(tool) ? 'on demand' : '',
    ]),
  );
  return `${[row(['Tool', 'Read-only', 'Parallel', 'Characters of a result', 'Rules', 'Loaded']), row(['---', '---', '---', '---', '---', '---']), ...rows].join('\n')}\n`;
}

function section(tool: Tool): string {
  const { description, input_schema: schema } = toApiTool(tool);
  const fields = Object.entries(jsonSchema.parse(schema).properties ?? {});
  const required = new Set(jsonSchema.parse(schema).required);
  const rows = fields.map(([name, field]) =>
    row([`\`${name}\``, `\`${typeText(field)}\``, required.has(name) ? 'yes' : '', field.description ?? '']),
  );
  const input = rows.length === 0 ? ['No input.'] : [row(['Input', 'Type', 'Required', '']), row(['---', '---', '---', '---']), ...rows];
  const output = typeText(jsonSchema.parse(z.toJSONSchema(tool.outputSchema)), '');
  const offered = OFFERED[tool.name];
  const condition = offered === undefined ? [] : [`Offered ${offered}.`, ''];
  return [
    `## ${tool.name}`,
    '',
    firstLine(description),
    '',
    ...condition,
    ...input,
    '',
    '```ts',
    `type Output = ${output}`,
    '```',
    '',
  ].join('\n');
}

function firstLine(description: string): string {
  return description.split('\n')[0] ?? '';
}

/** What rules for a tool look like. */
function ruleForms(name: string): string[] {
  const { ruleForm, rulesOf } = { ruleForm: undefined, rulesOf: undefined, ...toolRow(name) };
  const content = { command: 'command', path: 'path', domain: 'domain:host', target: name === 'Agent' ? 'type' : 'name' };
  const own = ruleForm === undefined || rulesOf !== undefined ? [] : [`${name}(${content[ruleForm]})`];
  return [name, ...own, ...(rulesOf === undefined ? [] : [`${rulesOf}(${contentOf(rulesOf)})`])].map((form) => `\`${form}\``);
}

function contentOf(tool: NonNullable<ToolRow['rulesOf']>): string {
  return tool === 'Bash' ? 'command' : tool === 'WebFetch' ? 'domain:host' : 'path';
}

class InputWasRead extends Error {}

/** Asks with an input that can't be read: what answers all the same doesn't depend on it. */
function answer(ask: (input: Record<string, unknown>) => boolean): string {
  const unreadable = new Proxy<Record<string, unknown>>(
    {},
    {
      get: () => {
        throw new InputWasRead();
      },
    },
  );
  try {
    return ask(unreadable) ? 'yes' : 'no';
  } catch (error) {
    if (error instanceof InputWasRead) return 'depends';
    throw error;
  }
}

interface JsonSchema {
  readonly type?: string | readonly string[] | undefined;
  readonly description?: string | undefined;
  readonly const?: unknown;
  readonly enum?: readonly unknown[] | undefined;
  readonly items?: JsonSchema | undefined;
  readonly properties?: Readonly<Record<string, JsonSchema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: JsonSchema | boolean | undefined;
  readonly anyOf?: readonly JsonSchema[] | undefined;
  readonly oneOf?: readonly JsonSchema[] | undefined;
}

const jsonSchema: z.ZodType<JsonSchema> = z.lazy(() =>
  z.object({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    description: z.string().optional(),
    const: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    items: jsonSchema.optional(),
    properties: z.record(z.string(), jsonSchema).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), jsonSchema]).optional(),
    anyOf: z.array(jsonSchema).optional(),
    oneOf: z.array(jsonSchema).optional(),
  }),
);

/** The type in TypeScript: on one line, or on several that begin with `indent`. */
function typeText(schema: JsonSchema, indent?: string): string {
  const union = schema.anyOf ?? schema.oneOf;
  if (union) return union.map((part) => typeText(part, indent)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.type === 'array') {
    const item = typeText(schema.items ?? {}, indent);
    const isUnion = [schema.items?.anyOf, schema.items?.oneOf, schema.items?.enum].some((parts) => (parts?.length ?? 0) > 1);
    return isUnion ? `(${item})[]` : `${item}[]`;
  }
  if (schema.type === 'object') return objectText(schema, indent);
  const types = [schema.type ?? 'unknown'].flat();
  return types.map((type) => (type === 'integer' ? 'number' : type)).join(' | ');
}

function objectText({ properties = {}, required = [], additionalProperties }: JsonSchema, indent?: string): string {
  const inner = indent === undefined ? undefined : `${indent}  `;
  const fields = Object.entries(properties).map(
    ([name, field]) => `${/^\w+$/u.test(name) ? name : `'${name}'`}${required.includes(name) ? '' : '?'}: ${typeText(field, inner)}`,
  );
  const others = typeof additionalProperties === 'object' ? [`[key: string]: ${typeText(additionalProperties, inner)}`] : [];
  const lines = [...fields, ...others];
  if (lines.length === 0) return '{}';
  if (inner === undefined) return `{ ${lines.join('; ')} }`;
  return `{\n${lines.map((line) => `${inner}${line};\n`).join('')}${indent}}`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')).join(' | ')} |`;
}
