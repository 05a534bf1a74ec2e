import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

const HUNK = '@@ -1 +1 @@\n-a\n+b\n';
const PATCHES: Readonly<Record<string, string>> = {
  'plain.patch': `--- a/a.txt\n+++ b/a.txt\n${HUNK}`,
  'unstripped.patch': `--- a.txt\n+++ a.txt\n${HUNK}`,
  'crlf.patch': `--- a/a.txt\r\n+++ b/a.txt\r\n${HUNK.replaceAll('\n', '\r\n')}`,
  'message.patch': `From: x\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\n\n---\n--- a/a.txt\n+++ b/a.txt\n${HUNK}`,
  'editor.patch': `--- /dev/null\n+++ b/.vscode/tasks.json\n${HUNK}`,
  'dated.patch': `--- a/a.txt\t2024-01-01\n+++ .bashrc 2024-01-01 10:00:00\n${HUNK}`,
  'indented.patch': `  --- a/a.txt\n  +++ b/.husky/pre-commit\n${HUNK}`,
  'forwarded.patch': `- --- a/a.txt\n- +++ b/.npmrc\n${HUNK}`,
  'context.patch': `*** a/.envrc\n--- b/.envrc\n`,
  'index.patch': `Index: .mcp.json\n${HUNK}`,
  'rename.patch': 'diff --git a/a.txt b/x.txt\nsimilarity index 100%\nrename from a.txt\nrename to .bashrc\n',
  'empty-file.patch': 'diff --git a/.gitmodules b/.gitmodules\nnew file mode 100644\n',
  'quoted.patch': `--- /dev/null\n+++ "b/\\056bashrc"\n${HUNK}`,
  'nothing.patch': 'no names\n',
  'encoded.patch': `Content-Transfer-Encoding: base64\n\n--- a/a.txt\n+++ b/a.txt\n`,
  'charset.patch': `Content-Type: text/plain; charset=utf-7\n\n--- a/a.txt\n+++ b/a.txt\n`,
  'folded.patch': `Content-Type: text/plain;\n charset=utf-7\n\n--- a/a.txt\n+++ b/a.txt\n`,
};

const HOSTILE = 'editor dated indented forwarded context index rename empty-file quoted nothing'.split(' ');

describe('files whose names are in data', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
    for (const [name, text] of Object.entries(PATCHES)) writeFileSync(path.join(engine.fixture.project, name), text);
  });
  afterAll(() => engine.fixture.remove());
  const underRule = (line: string, mode: 'default' | 'acceptEdits' = 'default'): string =>
    engine.bash(
      line,
      engine.context(
        { allow: [`Bash(${line.split(' ')[0] ?? ''}:*)`, 'Bash(git:*)', 'Bash(npm:*)', 'Bash(patch:*)', 'Bash(foo:*)', 'Edit'] },
        { mode },
      ),
    ).behavior;

  it.each([
    'git apply plain.patch',
    'git apply -3 --index plain.patch',
    'git apply crlf.patch plain.patch',
    'git apply < plain.patch',
    'git am plain.patch',
    'git am message.patch',
    'git am --continue',
    'git am --signoff plain.patch',
    'patch -p1 < plain.patch',
    'patch -p0 -i unstripped.patch',
    'patch -p1 --dry-run -i editor.patch',
    'patch a.txt editor.patch',
    'git checkout -b x && git apply plain.patch',
    'cd . && git apply plain.patch',
    'git apply plain.patch && npm test',
    'tar xf a.tar -C src',
    'tar xf a.tar -C new',
    'aws s3 sync s3://x src',
    'aws s3 cp s3://x/y .',
    'aws s3 cp a.txt s3://x/y',
    'aws s3 ls s3://x',
    'gsutil cp gs://x/y src',
    'rclone copy src remote:x',
    '7z x a.7z -osrc',
    'restic restore latest --target src',
    'tar xOf a.tar',
    'unzip a.zip -d src',
    'ln a.txt z',
    'ln -s .bashrc z',
    'git clone https://example.com/x.git',
    'git submodule add https://example.com/x lib/x',
    'git submodule update --init',
    'git merge -X theirs other',
    'git merge feature/subtree',
  ])('a rule covers %s', (line) => expect(underRule(line)).toBe('allow'));

  it.each([
    ...HOSTILE.flatMap((name) => [
      `git apply ${name}.patch`,
      `git am ${name}.patch`,
      `patch -p1 -i ${name}.patch`,
      `patch -p1 < ${name}.patch`,
    ]),
    ...['encoded', 'charset', 'folded'].map((name) => `git am ${name}.patch`),
    'git apply plain.patch editor.patch',
    'git apply --check --apply editor.patch',
    'git apply missing.patch',
    'git apply *.patch',
    'git apply -',
    'git apply',
    'git apply $x',
    'git diff | git apply',
    'git apply <<< x',
    "git apply < plain.patch <<'E'\n+++ b/.envrc\nE",
    'git apply < plain.patch <<< x',
    'git apply < plain.patch <&3',
    'cat editor.patch | git apply 3< plain.patch',
    'git apply --directory=.vscode plain.patch',
    'git am --directory .vscode plain.patch',
    'cp editor.patch plain.patch && git apply plain.patch',
    'npm run gen && git apply plain.patch',
    'make gen; patch -p1 < plain.patch',
    'git apply plain.patch | foo',
    'cat editor.patch > plain.patch; patch -p1 < plain.patch',
    'patch -p1 -r rejected -i editor.patch',
    'patch -d . -p1 -i editor.patch',
    'tar xf a.tar',
    'tar xf a.tar -C .',
    'tar xf a.tar -COUT/..',
    'tar -xfa.tar',
    'tar -xzfa.tgz',
    'tar -xvf./a.tar',
    'tar -xfa.tar -C .',
    'unzip a.zip',
    'unzip a.zip -d .',
    'rsync -a host:x/ .',
    'rsync -r rsync://host/x .',
    'rsync host:* .',
    'rsync host:.envrc .',
    'scp -r host:x .',
    'scp host:.envrc .',
    'scp host:x/.envrc ./',
    'scp "host:x/*" .',
    'scp host:tasks.json .vscode',
    'wget -r https://example.com',
    'wget -x -nH https://example.com/.vscode/tasks.json',
    'aws s3 sync s3://x .',
    'aws s3 cp --recursive s3://x/y .',
    'aws s3 cp s3://x/.envrc .',
    'aws s3 cp s3://x/y .envrc',
    'aws lambda invoke f .envrc',
    'aws s3api get-object --bucket x --key y .envrc',
    'gsutil -m cp -r gs://x .',
    'gsutil cp gs://x/y .vscode/tasks.json',
    'rclone copy remote:x .',
    'rclone copyto remote:x .envrc',
    'vercel env pull .envrc',
    '7z x a.7z',
    'unrar x a.rar',
    'jar xf a.jar',
    'restic restore latest --target .',
    'borg extract repo::a',
    'nmap -oN .envrc x',
    'gh run download 1',
    'gh run download 1 -n x',
    'gh release download v1 -D .',
    'ln .bashrc z',
    'ln -tsrc .bashrc',
    'ln -S -s .bashrc z',
    'ln -- .bashrc -s',
    'git clone https://example.com/.vscode.git',
    'git clone git@example.com:x/.husky',
    'git submodule add https://example.com/x .husky',
    'git submodule add https://example.com/.vscode',
    'git merge -X subtree=.github other',
    'git merge -Xsubtree=.github other',
    'git cherry-pick --strategy-option=subtree=.github other',
    'git pull -X subtree=.github origin other',
    'git read-tree --prefix=.vscode HEAD:src',
    'git update-index --add --cacheinfo 100644,abc,.bashrc',
    'git checkout-index --prefix=.vscode/ a.txt',
    'git checkout-index .vscode/tasks.json',
    'git replace a b',
    'git mktree',
    'git init --separate-git-dir=x',
    'git clone --separate-git-dir x https://example.com/x',
    'git rebase --edit-todo',
  ])('a rule does not cover %s', (line) => {
    expect(underRule(line)).not.toBe('allow');
    expect(underRule(line, 'acceptEdits')).not.toBe('allow');
  });

  it('asks under a rule for all of Bash, and not in bypass mode', () => {
    for (const line of ['git apply editor.patch', 'patch -p1 < editor.patch', 'tar xf a.tar', 'ln .bashrc z']) {
      expect(engine.bash(line, engine.context({ allow: ['Bash'] })).behavior).toBe('ask');
      expect([
        line,
        engine.bash(line, engine.context({}, { mode: 'bypassPermissions', isBypassPermissionsModeAvailable: true })).behavior,
      ]).toEqual([line, 'allow']);
    }
  });

  it('a hard link to a denied file is a change of it', () => {
    const at = engine.context({ allow: ['Bash'], deny: ['Edit(lib/**)'] });
    expect(engine.bash('ln lib/d.ts z', at).behavior).toBe('deny');
    expect(engine.bash('ln -s lib/d.ts z', at).behavior).not.toBe('deny');
  });
});
