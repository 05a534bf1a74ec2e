import type { RuleList, RuleRow } from '#shared/contract/project.ts';
import type { Handlers } from './fake-host.ts';

const USER_FILE = '/home/ada/.claude/settings.json';
const PROJECT_FILE = '/home/ada/code/tide-table/.claude/settings.json';
const LOCAL_FILE = '/home/ada/code/tide-table/.claude/settings.local.json';

/** Rules to display; changes have no effect. */
export function ruleHandlers(): Handlers {
  return {
    'rules.list': () => RULES,
    'rules.allowing': () => ({ allowed: false, texts: [], folders: [] }),
    'rules.answering': () => ({ count: 0 }),
    'rules.change': () => ({ list: RULES, undo: [], answered: 0 }),
    'rules.check': ({ text }) =>
      text.includes('*)') || text.startsWith('Bash(')
        ? {
            sentence: `Allow ${text}`,
            diagnostics: text === 'Bash(*)' ? [{ severity: 'warning', message: 'This allows every command' }] : [],
          }
        : { sentence: '', diagnostics: [{ severity: 'error', message: 'A rule is a tool name, or Tool(content)' }] },
    'rules.completions': () => ({
      completions: [
        { tool: 'Bash', content: 'npm test *', calls: 14, denied: 0 },
        { tool: 'Bash', content: 'npm run build *', calls: 6, denied: 0 },
        { tool: 'Bash', content: 'git push *', calls: 2, denied: 1 },
        { tool: 'Edit', content: 'src/**', calls: 9, denied: 0 },
        { tool: 'Edit', content: 'src/tide.ts', calls: 4, denied: 0 },
        { tool: 'WebFetch', content: 'domain:tides.example.com', calls: 3, denied: 0 },
      ],
    }),
    'rules.backtest': () => ({
      checked: 200,
      more: true,
      matched: 14,
      matchedElsewhere: 0,
      sameTool: 60,
      newlyAllowed: 9,
      newlyAsked: 0,
      newlyDenied: 0,
      unchanged: 191,
      changed: [],
      matchedUnchanged: [],
    }),
  };
}

const RULES: RuleList = {
  defaultMode: 'default',
  problems: [],
  destinations: [
    { destination: 'session', file: null },
    { destination: 'local', file: LOCAL_FILE },
    { destination: 'project', file: PROJECT_FILE },
    { destination: 'user', file: USER_FILE },
  ],
  rules: [
    rule('user', 'deny', 'Read(~/.ssh/**)', 'Never read files under ~/.ssh', USER_FILE, 6),
    rule('policy', 'deny', 'WebFetch', 'Never fetch pages', '/etc/claude-code/managed-settings.json', 4),
    rule('project', 'ask', 'Bash(git push:*)', 'Ask before running commands that start with git push', PROJECT_FILE, 11),
    rule('local', 'allow', 'Bash(npm test:*)', 'Allow running commands that start with npm test', LOCAL_FILE, 4),
    rule('local', 'allow', 'Edit(/src/**)', 'Allow editing files under src in this project', LOCAL_FILE, 5),
    {
      ...rule('project', 'allow', 'Bash(curl:*)', 'Allow running commands that start with curl', PROJECT_FILE, 14),
      inert: 'Has no effect until you trust this folder',
      diagnostics: [{ severity: 'warning', message: 'Covers sending any file to any server.' }],
    },
    rule('user', 'allow', 'Bash(git status)', 'Allow running exactly git status', USER_FILE, 9),
    {
      ...rule('user', 'allow', 'Bash(rm', 'Not a rule', USER_FILE, 10),
      inert: 'Not a rule: the parenthesis is not closed',
      diagnostics: [{ severity: 'error', message: 'The parenthesis is not closed.' }],
    },
    { ...rule('session', 'allow', 'Bash(node --test)', 'Allow running exactly node --test', undefined, undefined) },
  ],
};

function rule(
  source: RuleRow['source'],
  behavior: RuleRow['behavior'],
  text: string,
  sentence: string,
  file: string | undefined,
  line: number | undefined,
): RuleRow {
  return {
    id: `${source}:${behavior}:${text}`,
    source,
    behavior,
    text,
    sentence,
    diagnostics: [],
    editable: source !== 'policy',
    disabled: false,
    ...(file !== undefined && { file, line, column: 7 }),
  };
}
