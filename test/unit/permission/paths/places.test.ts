import { describe, expect, it } from 'vitest';
import { criticalReason, protectedPart } from '#main/permission/paths/protected-places.ts';
import { climbsBack, isNetworkSpelling, readSpelling } from '#main/permission/paths/spelling.ts';

describe('protectedPart', () => {
  it.each([
    '/p/.git/config',
    '/p/.GIT/hooks/x',
    '/p/sub/.git/x',
    '/p/.git./config',
    '/p/.claude/settings.json',
    '/p/.claude/worktrees/w/.git/x',
    '/p/.vscode/x',
    '/p/.husky/x',
    '/p/.bashrc',
    '/p/.Zshrc',
    '/p/.mcp.json',
    '/p/.config/git/config',
    '/p/.npmrc',
    '/p/.g\u200Bit/x',
    '/p/.gitconfig::$DATA',
    '/p/.gitattributes',
    '/p/src/.gitattributes',
    '/p/.githooks/pre-commit',
    '/p/app.code-workspace',
    '/p/App.Code-Workspace',
    '/p/x.sublime-project',
    '/p/.dir-locals.el',
    '/p/.exrc',
    '/p/.vim/after/x.vim',
    '/p/mise.toml',
    '/p/.volta/hooks.json',
    '/p/.mise.local.toml',
    '/p/.tool-versions',
    '/p/.github/workflows/ci.yml',
    '/p/.github/actions/x/action.yml',
    '/p/.gitlab-ci.yml',
    '/p/Jenkinsfile',
    '/p/azure-pipelines-release.yml',
    '/p/.opencode/x.json',
    '/p/opencode.json',
    '/p/.kiro/settings/mcp.json',
    '/p/.qwen/settings.json',
    '/p/.amazonq/mcp.json',
    '/p/.aider.conf.yml',
    '/p/.Rprofile',
    '/p/lefthook-local.yml',
    '/p/lib/sitecustomize.py',
    '/p/.venv/lib/python3/site-packages/x.pth',
  ])('%s is protected', (file) => {
    expect(protectedPart(file, '/p')).toBeDefined();
  });

  it.each([
    '/p/CLAUDE.md',
    '/p/package.json',
    '/p/.gitignore',
    '/p/.github/copilot-instructions.md',
    '/p/.github/dependabot.yml',
    '/p/AGENTS.md',
    '/p/Makefile',
    '/p/Dockerfile',
    '/p/tsconfig.json',
    '/p/conftest.py',
    '/p/.eslintrc.json',
    '/p/.prettierrc',
    '/p/.editorconfig',
    '/p/.nvmrc',
    '/p/.dockerignore',
    '/p/models/best.pth',
    '/p/pnpm-workspace.yaml',
    '/p/vite.config.ts',
    '/p/.env',
    '/p/.claude/worktrees/w/x.txt',
    '/p/git/config',
    '/p/.bashrc/x',
  ])('%s is not protected', (file) => {
    expect(protectedPart(file, '/p')).toBeUndefined();
  });

  it('ignores folders above the working directory', () => {
    expect(protectedPart('/home/u/.claude/worktrees/w/src/a.ts', '/home/u/.claude/worktrees/w')).toBeUndefined();
  });
});

describe('criticalReason', () => {
  const roots = { home: '/home/u', workingDirs: ['/home/u/work/p'] };
  it.each([
    '/',
    '/*',
    '/usr',
    '/etc/hosts',
    '/home',
    '/home/u',
    '/home/u/',
    '/home/u/*',
    '/home/u/work',
    '/home/u/work/p',
    '/home/u/work/p/*',
    '/home/u/work/p/.*',
    '/private/etc',
  ])('removing %s is critical', (file) => {
    expect(criticalReason(file, roots)).toBeDefined();
  });
  it.each(['/home/u/work/p/src', '/home/u/other', '/tmp/x/y', '/home/u/work/p/src/*'])('removing %s is not critical', (file) => {
    expect(criticalReason(file, roots)).toBeUndefined();
  });
});

describe('spellings', () => {
  it.each([
    ['~/x', '/home/u/x', false],
    ['~root/x', '/p/~root/x', true],
    ['a/../b', '/p/b', false],
  ])('%s', (spelled, absolute, unresolved) => {
    expect(readSpelling(spelled, '/p', '/home/u')).toMatchObject({ absolute, unresolved });
  });

  it.each(['trail.', 'q/...', 'GIT~1/x', 'a\u200Bb', 'x /y'])('%j is suspicious', (spelled) => {
    expect(readSpelling(spelled, '/p', '/home/u').oddity).toBeDefined();
  });

  it('detects network and device paths of Windows', () => {
    expect(isNetworkSpelling('\\\\evil.example\\share\\x', 'linux')).toBe(true);
    expect(isNetworkSpelling('\\\\server\\share\\x', 'linux')).toBe(false);
    expect(isNetworkSpelling('\\\\server\\share\\x', 'win32')).toBe(true);
    expect(isNetworkSpelling('\\\\?\\C:\\x', 'linux')).toBe(true);
  });

  it('detects a path that leaves a folder through ..', () => {
    expect(['a/../b', './a/../b', 'a/b/..'].every(climbsBack)).toBe(true);
    expect(['../a', '../../a', './a', 'a..b/c'].some(climbsBack)).toBe(false);
  });
});
