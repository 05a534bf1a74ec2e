import type { PendingAsk } from '#shared/session/view.ts';

const askBase: Pick<PendingAsk, 'cwd' | 'suggestions' | 'parts' | 'effects' | 'reason'> = {
  cwd: '/home/ana/shop',
  suggestions: [],
  parts: [],
  effects: [],
  reason: 'needsApproval',
};

export function editAsk(askedAt: number): PendingAsk {
  return {
    ...askBase,
    askId: 'k1',
    callId: 'c11',
    toolName: 'Edit',
    sentence: 'wants to edit src/receipt.js',
    askedAt,
    view: {
      kind: 'edit',
      title: 'Edit',
      summary: 'src/receipt.js',
      detail: {
        type: 'diff',
        path: 'src/receipt.js',
        additions: 3,
        deletions: 1,
        hunks: [
          {
            oldStart: 12,
            oldLines: 6,
            newStart: 12,
            newLines: 8,
            lines: [
              ' export function receiptLine(item) {',
              '   const price = formatMoney(item.price);',
              '-  return `${item.name} ${price}`;',
              '+  const count = item.count > 1 ? ` × ${item.count}` : "";',
              '+  return `${item.name}${count} ${price}`;',
              '+  // Rounded\u00a0once, at the\u202e end',
              ' }',
              ' ',
            ],
          },
        ],
      },
    },
    message: 'Edits ask in this mode; nothing allows this one.',
    effects: ['writes src/receipt.js'],
    risk: 'write',
    suggestions: [
      { type: 'addRules', rules: ['Edit(/src/**)'], destination: 'local', label: 'Edits to any file below src' },
      { type: 'setMode', mode: 'acceptEdits', label: 'Accept all edits inside the project for the rest of this session' },
    ],
    digest: 'd1',
  };
}

export function commandAsk(askedAt: number): PendingAsk {
  return {
    ...askBase,
    askId: 'k2',
    callId: 'c10',
    toolName: 'Bash',
    sentence: 'wants to run a command',
    askedAt,
    agentId: 'reviewer',
    view: {
      kind: 'command',
      title: 'Run',
      summary: 'npm run build && node scripts/report.js --out=report.html',
      detail: {
        type: 'command',
        command: 'npm run build && node scripts/report.js --out=report.html 2>&1 | tee build.log',
        cwd: '/home/ana/shop',
        description: 'Build and write the report',
      },
    },
    message: 'A rule of this project asks before anything that starts with npm run.',
    reason: 'rule',
    rule: { text: 'Bash(npm run:*)', behavior: 'ask', source: 'project', file: '/home/ana/shop/.claude/settings.json', line: 7, column: 9 },
    parts: [
      { text: 'npm run build', covered: false, detail: 'an ask rule covers it' },
      { text: 'node scripts/report.js --out=report.html', covered: true, detail: 'allowed by Bash(node scripts/*)' },
      { text: 'tee build.log', covered: false, detail: 'writes a file' },
    ],
    effects: ['runs scripts of package.json', 'writes build.log'],
    risk: 'execute',
    suggestions: [
      { type: 'addRules', rules: ['Bash(npm run build)', 'Bash(tee build.log)'], destination: 'project', label: 'Exactly these commands' },
    ],
    digest: 'd2',
  };
}

export function destructiveAsk(askedAt: number): PendingAsk {
  return {
    ...askBase,
    askId: 'k3',
    callId: 'c12',
    toolName: 'Bash',
    sentence: 'wants to run a command that deletes',
    askedAt,
    view: {
      kind: 'command',
      title: 'Run',
      summary: 'rm -rf dist ../shop-backup',
      detail: { type: 'command', command: 'rm -rf dist ../shop-backup\u200b && git clean -fdx', cwd: '/home/ana/shop' },
    },
    message: 'It removes files outside the project folder, and that can not be undone.',
    reason: 'criticalPath',
    parts: [
      { text: 'rm -rf dist ../shop-backup', covered: false, detail: 'removes /home/ana/shop-backup' },
      { text: 'git clean -fdx', covered: false, detail: 'removes every untracked file' },
    ],
    effects: ['deletes /home/ana/shop/dist', 'deletes /home/ana/shop-backup', 'deletes untracked files'],
    risk: 'destructive',
    digest: 'd3',
  };
}

/** Requests of several agents: some identical, some read-only. */
export function manyAsks(now: number): PendingAsk[] {
  const read = (askId: string, path: string): PendingAsk => ({
    ...editAsk(now - 4000),
    askId,
    digest: askId,
    toolName: 'Read',
    sentence: `wants to read ${path}`,
    view: { kind: 'read', title: 'Read', summary: path },
    message: 'It lies outside the working directories.',
    risk: 'read',
    effects: [`reads ${path}`],
    suggestions: [],
  });
  const named = (ask: PendingAsk, askId: string, agentName: string): PendingAsk => ({ ...ask, askId, agentId: askId, agentName });
  return [
    named(commandAsk(now - 9000), 'm1', 'reviewer'),
    named(commandAsk(now - 8000), 'm2', 'tester'),
    named(commandAsk(now - 7000), 'm3', 'docs'),
    named(editAsk(now - 6000), 'm4', 'docs'),
    read('m5', '/etc/hosts'),
    read('m6', '/home/ana/notes.md'),
  ];
}

/** A command of two megabytes. */
export function hugeAsk(askedAt: number): PendingAsk {
  const command = `cat > data.json <<'EOF'\n${Array.from({ length: 40_000 }, (_, line) => `{"line": ${line}, "text": "some row of data"}`).join('\n')}\nEOF`;
  return {
    ...commandAsk(askedAt),
    askId: 'huge',
    digest: 'huge',
    view: {
      kind: 'command',
      title: 'Run',
      summary: "cat > data.json <<'EOF'",
      detail: { type: 'command', command, cwd: '/home/ana/shop' },
    },
    message: 'The command is too long to be understood.',
    reason: 'notUnderstood',
    parts: [],
    effects: [],
    suggestions: [],
  };
}
