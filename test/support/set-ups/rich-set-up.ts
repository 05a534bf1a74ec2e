/** Files below a temporary folder with `project` and `home`. */
export type SetUpFiles = Readonly<Record<string, string | object>>;

const hook = (command: string, more: object = {}) => ({ type: 'command', command, ...more });
const markdown = (fields: readonly string[], text: string) => `---\n${fields.join('\n')}\n---\n\n${text}\n`;

/** The set-up of a person and a team, with everything that such folders commonly have, each part once at least. */
export const RICH_SET_UP: SetUpFiles = {
  // The person's own.
  'home/.claude/settings.json': {
    $schema: 'https://json.schemastore.org/claude-code-settings.json',
    model: 'opus',
    apiKeyHelper: '~/bin/print-key',
    statusLine: { type: 'command', command: '~/.claude/status.sh', padding: 0 },
    cleanupPeriodDays: 60,
    autoMemoryEnabled: true,
    includeCoAuthoredBy: false,
    alwaysThinkingEnabled: true,
    env: { EDITOR: 'vi', MAX_THINKING_TOKENS: '8000' },
    permissions: {
      defaultMode: 'acceptEdits',
      allow: ['Bash(git status:*)', 'Bash(git diff:*)', 'Bash(rg:*)', 'WebFetch(domain:nodejs.org)', 'mcp__tickets__list_*'],
      deny: ['Read(**/.env)', 'Read(~/.ssh/**)', 'Bash(curl:*)'],
      blockWritesOutsideWorkingDirectories: true,
    },
    hooks: {
      Notification: [{ matcher: '', hooks: [hook('notify-send Waiting')] }],
      SessionEnd: [{ hooks: [hook('~/.claude/log-session.sh', { timeout: 5 })] }],
    },
  },
  'home/.claude/CLAUDE.md': '# About me\n\nI read diffs before summaries. @~/notes/style.md\n',
  'home/notes/style.md': 'Short sentences.\n',
  'home/notes/deploy.md': 'Deploys start on Mondays.\n',
  'home/.claude/rules/shell.md': markdown(['paths: "**/*.sh"'], 'Quote every variable.'),
  'home/.claude/agents/explainer.md': markdown(
    ['name: explainer', 'description: Explains code to newcomers.', 'tools: Read, Grep, Glob', 'model: sonnet', 'memory: user'],
    'Explain with examples.',
  ),
  'home/.claude/agent-memory/explainer/MEMORY.md': '- Readers know SQL.\n',
  'home/.claude/skills/daily/SKILL.md': markdown(['name: daily', 'description: Writes the daily report.'], 'List what was done today.'),
  'home/.claude/output-styles/terse.md': markdown(['name: Terse', 'description: Few words.'], 'Answer in at most three sentences.'),
  'home/.claude.json': { mcpServers: { tickets: { type: 'http', url: 'https://tickets.example.com/mcp' } } },

  // The team's, in the repository.
  'project/.claude/settings.json': {
    permissions: {
      allow: ['Bash(npm run test:*)', 'Bash(npm run lint)', 'Edit(/src/**)', 'mcp__docs'],
      ask: ['Bash(git push:*)'],
      deny: ['Read(./secrets/**)', 'Edit(./migrations/**)'],
      additionalDirectories: ['../shared'],
    },
    env: { NODE_ENV: 'development' },
    outputStyle: 'Terse',
    hooks: {
      PreToolUse: [{ matcher: 'Edit|Write', hooks: [hook('"$CLAUDE_PROJECT_DIR"/.claude/hooks/protect.sh')] }],
      PostToolUse: [{ matcher: 'Edit|Write', hooks: [hook('.claude/hooks/format.mjs', { timeout: 30, statusMessage: 'Formats' })] }],
      UserPromptSubmit: [{ hooks: [hook('date')] }],
      Stop: [{ hooks: [{ type: 'prompt', prompt: 'Was everything asked for done? $ARGUMENTS' }] }],
      SessionStart: [{ matcher: 'startup|compact', hooks: [hook('git log --oneline -5')] }],
    },
    enabledMcpjsonServers: ['docs'],
    attribution: { commit: '' },
  },
  'project/.claude/settings.local.json': { permissions: { allow: ['Bash(docker compose ps)'] }, spinnerTipsEnabled: false },
  'project/.claude/hooks/protect.sh': '#!/bin/sh\nexit 0\n',
  'project/.claude/hooks/format.mjs': 'process.exit(0);\n',
  'project/.mcp.json': { mcpServers: { docs: { command: 'npx', args: ['docs-server'], env: { TOKEN: '${DOCS_TOKEN:-none}' } } } },
  'project/CLAUDE.md': '# Shop\n\nRun `npm test` before you stop. @docs/architecture.md @~/notes/deploy.md\n',
  'project/docs/architecture.md': 'One server, one database.\n',
  'project/CLAUDE.local.md': 'My database runs on port 5433.\n',
  'project/packages/api/CLAUDE.md': 'Every endpoint validates its input.\n',
  'project/.claude/rules/tests.md': markdown(['paths:', '  - "**/*.test.ts"'], 'One behaviour per test.'),
  'project/.claude/rules/security.md': 'Never log personal data.\n',
  'project/.claude/agents/reviewer.md': markdown(
    [
      'name: reviewer',
      'description: Reviews a change for mistakes.',
      'tools: Read, Grep, Glob, Bash(git diff:*)',
      'permissionMode: plan',
      'maxTurns: 20',
      'memory: project',
      'hooks:',
      '  PreToolUse:',
      '    - matcher: Bash',
      '      hooks:',
      '        - type: command',
      '          command: .claude/hooks/protect.sh',
    ],
    'Look for what breaks.',
  ),
  'project/.claude/agents/design/sketcher.md': markdown(
    ['name: sketcher', 'description: Drafts screens.', 'color: purple', 'isolation: worktree', 'background: true'],
    'Draft three variants.',
  ),
  'project/.claude/skills/migration/SKILL.md': markdown(
    [
      'name: migration',
      'description: Writes a database migration.',
      'when_to_use: When the schema changes.',
      'argument-hint: "[name]"',
      'arguments: name',
      'allowed-tools: Bash(npm run migrate:*), Read',
      'disallowed-tools: WebFetch',
      'paths: "db/**"',
      'model: sonnet',
      'hooks:',
      '  PostToolUse:',
      '    - matcher: Write',
      '      hooks:',
      '        - type: command',
      '          command: npm run check-migration',
      '          once: true',
    ],
    'Write the migration $name after ${CLAUDE_SKILL_DIR}/template.sql.\n\nState: !`git status --short`',
  ),
  'project/.claude/skills/migration/template.sql': '-- up\n-- down\n',
  'project/.claude/skills/release/SKILL.md': markdown(
    ['description: Prepares a release.', 'disable-model-invocation: true', 'context: fork', 'agent: Explore', 'license: MIT'],
    'Collect the changes since the last tag.',
  ),
  'project/.claude/skills/glossary/SKILL.md': markdown(
    ['description: Terms of the shop.', 'user-invocable: false'],
    'SKU: one sellable thing.',
  ),
  'project/.claude/commands/fix-issue.md': markdown(
    ['description: Fixes an issue.', 'argument-hint: "[number]"', 'allowed-tools: Bash(gh issue view:*)'],
    'Fix issue $ARGUMENTS. Style: @docs/architecture.md',
  ),
  'project/.claude/commands/db/seed.md': 'Fill the database with sample data.\n',
};
