import { VARIABLES } from '#main/environment.ts';
import { type Effect, WORKS } from '#shared/compatibility/effect.ts';
import { UNSUPPORTED_VARIABLES } from '#shared/compatibility/variable-effects.ts';
import {
  AGENT_FIELDS,
  COMMAND_FIELDS,
  HOOK_EVENT_EFFECTS,
  HOOK_FIELDS,
  HOOK_OUTPUT_FIELDS,
  HOOK_TYPE_EFFECTS,
  SERVER_FIELDS,
  SKILL_FIELDS,
} from '#shared/compatibility/format-effects.ts';
import { documentedSettings } from '#shared/compatibility/setting-effects.ts';

const HEAD = `# Compatibility with Claude Code’s set-up

<!-- Generated: npm run docs -->

What each documented part of a Claude Code set-up does in Gatehouse. For your own files, see **Your set-up** in the settings, or run \`gatehouse doctor\`: both list what
you have, with its file and its effect.

The tests in \`test/unit/compatibility/\` try each part once. A settings key is set in a real file: one that works changes the loaded settings, one that
doesn’t changes nothing. A field of an agent, skill or command is put into a real file, which must then be defined differently. A hook is called on each
event, and answers with each field. A server’s entry is read with each field. What an effect leads to afterwards is tested elsewhere. The fields of hooks are not
tried here, but in \`test/unit/hooks/\`; those of variables in the tests of what reads them.
`;

const WORDS = { works: 'works', partly: 'partly', not: 'no effect' } as const;

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function table(name: string, rows: readonly (readonly [name: string, effect: Effect])[]): string[] {
  const lines = rows.map(([key, { compatibility, why, unguarded }]) =>
    row([`\`${key}\``, `${WORDS[compatibility]}${unguarded ? ', **protects nothing here**' : ''}`, why]),
  );
  return [row([name, 'Here', '']), row(['---', '---', '---']), ...lines, ''];
}

function counts(effects: readonly Effect[]): string {
  const of = (compatibility: Effect['compatibility']): number => effects.filter((effect) => effect.compatibility === compatibility).length;
  return `${of('works')} work, ${of('partly')} work in part, ${of('not')} have no effect.`;
}

/** Of Claude Code's: those that are read, then the others. */
function variables(): readonly (readonly [string, Effect])[] {
  const read = Object.keys(VARIABLES).filter((name) => /^(?:CLAUDE_|ANTHROPIC_|BASH_|MCP_|TASK_|MAX_|ENABLE_|IS_SANDBOX)/u.test(name));
  return [...read.map((name) => [name, WORKS] as const), ...Object.entries(UNSUPPORTED_VARIABLES)];
}

/** `docs/compatibility.md`, from the tables. */
export function compatibilityPage(): string {
  const settings = documentedSettings().map(({ key, effect }) => [key, effect] as const);
  const sections: readonly (readonly [title: string, column: string, rows: readonly (readonly [string, Effect])[]])[] = [
    ['Settings', 'Key', settings],
    ['Hook events', 'Event', Object.entries(HOOK_EVENT_EFFECTS)],
    ['Hook types', 'Type', Object.entries(HOOK_TYPE_EFFECTS)],
    ['Hook fields', 'Field', Object.entries(HOOK_FIELDS)],
    ['Hook answers', 'Field', Object.entries(HOOK_OUTPUT_FIELDS)],
    ['Agents', 'Field', Object.entries(AGENT_FIELDS)],
    ['Skills', 'Field', Object.entries(SKILL_FIELDS)],
    ['Slash commands', 'Field', Object.entries(COMMAND_FIELDS)],
    ['MCP servers', 'Field', Object.entries(SERVER_FIELDS)],
    ['Environment variables', 'Variable', variables()],
  ];
  const body = sections.flatMap(([title, column, rows]) => [
    `## ${title}`,
    '',
    counts(rows.map(([, effect]) => effect)),
    '',
    ...table(column, rows),
  ]);
  return [HEAD, ...body].join('\n').trimEnd() + '\n';
}
