import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from './test-engine.ts';

describe('what everyday commands do, in words', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
    const scripts = { prebuild: 'rm -rf dist', build: 'vite build', test: 'vitest', long: 'x'.repeat(300), lint: 'eslint  .\n' };
    writeFileSync(path.join(engine.fixture.project, 'package.json'), JSON.stringify({ scripts }));
  });
  afterAll(() => engine.fixture.remove());

  it.each([
    ['git checkout main', 'switches to main'],
    ['git checkout feature/cart', 'switches to feature/cart'],
    ['git checkout HEAD~2', 'switches to the commit HEAD~2'],
    ['git checkout --detach main', 'switches to the commit main'],
    ['git checkout -', 'switches to the branch that was checked out before'],
    ['git checkout -b next', 'creates the branch next and switches to it'],
    ['git checkout -b next main', 'creates the branch next at main and switches to it'],
    ['git switch next', 'switches to the branch next'],
    ['git switch -c next', 'creates the branch next and switches to it'],
    ['git switch --detach v1', 'switches to the commit v1'],
    // A file of that name.
    ['git checkout src', 'discards uncommitted changes'],
    ['git restore --staged src', 'unstages src; files stay as they are'],
    ['git reset', 'unstages everything; files stay as they are'],
    ['git reset src', 'unstages src; files stay as they are'],
    ['git reset HEAD src', 'unstages src; files stay as they are'],
    ['git reset HEAD~1', 'moves the current branch to HEAD~1; files stay as they are'],
    ['git reset --soft HEAD~1', 'moves the current branch to HEAD~1; its changes stay in the next commit'],
    ['git apply x.patch', 'applies x.patch'],
    ['git apply -R x.patch', 'reverts x.patch'],
    ['git apply --check x.patch', 'reads x.patch'],
    ['git am x.patch', 'creates commits from x.patch'],
    ['git rm --cached a.txt', 'keeps a.txt out of the next commits; files stay as they are'],
    ['git push origin main', 'pushes main to origin'],
    ['git push -u origin HEAD:next', 'pushes HEAD as next to origin'],
    ['git push origin --delete old', 'removes old from origin'],
    ['git push origin :old', 'removes old from origin'],
    ['git push --tags origin', 'pushes all tags to origin'],
    ['git push --tags', 'pushes all tags to its remote'],
    ['git push', 'pushes to its remote'],
    ['gh api repos/x/y -X DELETE', 'sends DELETE repos/x/y to GitHub'],
    ['gh api repos/x/y/issues -f title=a', 'sends POST repos/x/y/issues to GitHub'],
    ['make build V=1', 'runs the target build of the Makefile'],
    ['make', 'runs the first target of the Makefile'],
    ['make lint test', 'runs the targets lint and test of the Makefile'],
    ['git diff main', 'shows the changes between files and main'],
    ['git diff --cached', 'shows the changes of the next commit'],
    ['git show HEAD', 'shows HEAD, with the changes of files'],
    ['git log -p -3', 'shows commits with the changes of files'],
    ['kubectl apply -f k8s/ -n shop', 'makes or changes in the cluster, namespace shop what k8s/ lists'],
    ['git clone git@example.com:a/b.git', 'clones the repository git@example.com:a/b.git to b'],
    ['git config user.email x', 'changes the setting user.email of git'],
    ['find . -name "*.map" -exec rm {} +', 'removes files named *.map that it finds in .'],
    ['find src -name "*.map" -exec rm -f {} \\;', 'removes files named *.map that it finds in src'],
    ['ls src | xargs rm', 'deletes the files that its input names'],
    ['ls src | xargs rmdir', 'runs rmdir with the files that its input names'],
    ['git ls-files | xargs wc -l', 'runs wc with the files that its input names'],
    ['grep -rl foo src | xargs sed -i s/a/b/', 'changes the files that its input names'],
    ['crontab -r', 'removes all your scheduled commands'],
    ['crontab -l', 'lists your scheduled commands'],
    ['crontab jobs', 'replaces your scheduled commands with those in jobs'],
    ['npx tsc --noEmit', 'runs tsc of the project, or fetches it'],
    ['npx -y eslint .', 'runs eslint of the project, or fetches it'],
    ['npx eslint .', 'connects to other machines (npx)'],
    ['pnpm exec eslint', 'runs eslint of the project'],
    ['pnpm dlx create-vite', 'fetches create-vite and runs it'],
    ['gh pr create', 'opens a pull request on GitHub'],
    ['gh pr merge 12 --squash --delete-branch', 'merges the pull request 12 on GitHub, as one commit, and removes its branch'],
    ['gh pr comment 3 -b x -R a/b', 'writes a comment on the pull request 3 in a/b on GitHub'],
    ['gh issue close 4', 'closes the issue 4 on GitHub'],
    ['npm run build', 'runs: rm -rf dist; vite build'],
    ['npm run build -- --mode x', 'runs: rm -rf dist; vite build'],
    ['npm test', 'runs: vitest'],
    ['pnpm lint', 'runs: eslint .'],
    ['yarn build', 'runs: vite build'],
    ['npm run long', `runs: ${'x'.repeat(200)}…`],
    ['npm version patch', 'raises the version of the project (patch), with a commit and a tag'],
    ['npm uninstall x', 'removes x from the project’s packages'],
    ['npm publish --dry-run', 'says what it would publish; publishes nothing'],
    ['docker compose up -d', 'starts the containers of the Compose project in the background'],
    ['docker compose logs -f db', 'shows the logs of db, until it is stopped'],
    ['docker-compose down -v', 'removes the containers, networks and volumes of the Compose project, with their data'],
    ['docker rm -f web', 'removes the container web, even if it runs'],
    ['docker build -t shop .', 'builds the image shop from .'],
    ['pkill -f vite', 'ends all processes with vite in their command line'],
    ['kill -9 123', 'ends the process 123 at once'],
    ['kill -HUP 123', 'ends the process 123'],
    ['kill -USR1 123', 'sends the signal USR1 to the process 123'],
    ['vercel deploy --prod', 'sends the project to Vercel, for all visitors'],
  ])('%s: %s', (command, effect) => expect(engine.bash(command).effects).toContain(effect));

  it.each([
    ['git checkout main', /^writes /u],
    ['git switch -c next', /^writes /u],
    ['git restore --staged src', /^writes /u],
    ['git apply x.patch', /^writes /u],
    ['git push origin main', /^pushes to a remote/u],
    ['gh pr create', /connects to other machines/u],
    ['npm publish --dry-run', /^publishes a package/u],
    ['find . -name "*.map" -exec rm {} +', /\{\}|^writes /u],
    ['ls src | xargs rm', /^deletes …/u],
    ['npm --prefix other run build', /^runs: /u],
    ['npm run nothing', /^runs: /u],
    ['(cd "$X" && npm run build)', /^runs: /u],
  ])('%s: nothing like %s', (command, effect) => expect(engine.bash(command).effects).not.toContainEqual(expect.stringMatching(effect)));

  it.each([
    ['crontab -r', 'destructive'],
    ['git branch -d old', 'execute'],
    ['git branch -dr origin/old', 'destructive'],
    ['git branch -d --force old', 'destructive'],
    ['git branch -d $X', 'destructive'],
    ['npm publish --dry-run', 'network'],
    ['npm publish --dry-run=false', 'destructive'],
    ['npm publish --dry-run false', 'destructive'],
    ['npm publish --dry-run --no-dry-run', 'destructive'],
    ['npm publish -- --dry-run', 'destructive'],
    ['npm publish --dry-run $X', 'destructive'],
    ['cargo publish -n', 'network'],
    ['vercel deploy', 'network'],
    ['vercel dev', 'execute'],
  ])('%s: %s', (command, risk) => expect(engine.bash(command).risk).toBe(risk));

  it.each([
    ['git branch -d old', 'Bash(git branch *)'],
    ['npm publish --dry-run', 'Bash(npm publish *)'],
    ['cargo publish --dry-run', 'Bash(cargo publish *)'],
    ['crontab -r', 'Bash(crontab *)'],
  ])('%s still asks beside %s', (command, allow) => expect(engine.bash(command, engine.context({ allow: [allow] })).behavior).toBe('ask'));

  it('says first that it can’t be undone', () => {
    for (const command of ['psql -c "DELETE FROM orders" shop', 'mysql -e "DROP TABLE a" shop', 'crontab -r'])
      expect(engine.bash(command).message).toBe('It can’t be undone, so only an exact rule allows it.');
  });

  it.each([
    ['crontab -l', 'It shows what is scheduled, so only an exact rule allows it.'],
    ['crontab -l $X', 'It schedules commands, so only an exact rule allows it.'],
    ['crontab -e', 'It schedules commands, so only an exact rule allows it.'],
    ['env', 'It may show secrets, so only an exact rule allows it.'],
    ['env | grep KEY', 'It may show secrets, so only an exact rule allows it.'],
    ['env A=1 node x.js', 'It can run other code, so only an exact rule allows it.'],
  ])('says of %s: %s', (command, reason) => {
    const rules = { allow: ['Bash(crontab *)', 'Bash(env *)', 'Bash(crontab -l *)'] };
    expect(engine.bash(command, engine.context(rules))).toMatchObject({ behavior: 'ask', message: reason });
  });

  it('doesn’t say of find that it removes everything', () => {
    const { behavior, message } = engine.bash('find . -name "*.map" -exec rm {} +', engine.context({}, { mode: 'bypassPermissions' }));
    expect({ behavior, message }).toEqual({
      behavior: 'ask',
      message: 'What it removes is only known once the search has run.',
    });
    expect(engine.bash('cat > a.txt <<EOF\nhi\nEOF').message).toBe(`Rules cover a here-document only if its delimiter is quoted: <<'EOF'.`);
    expect(engine.bash('cat > a.txt <<EOF\n$X\nEOF').message).toBe('It contains a here-document that is expanded.');
  });
});
