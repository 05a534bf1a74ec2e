import { expect, it } from 'vitest';
import { typedTarget } from '../../../../renderer/permissions/queue/typed-target.ts';

it.each([
  [['deletes dist', 'writes a'], 'dist'],
  [['writes a', 'deletes /home/ana/old shop/ and everything in it'], 'old shop'],
  [['deletes . and everything in it'], 'project'],
  [['removes the worktree and its branch'], 'project'],
  [['deletes ./* and everything in it'], 'project'],
  [['deletes build and everything in it', 'deletes ~/old-stuff and everything in it'], 'old-stuff'],
  [['deletes build and everything in it', 'deletes ../other and everything in it'], 'other'],
  [['deletes /work/project/build', 'deletes /work/projects'], 'projects'],
  [['deletes build', 'deletes link', 'link is a link to /home/ana/photos'], 'link'],
  [['deletes build', 'deletes $DIR/yes'], 'allow yes'],
  [['deletes build', 'deletes dist'], 'build'],
  [['deletes ~/old', 'deletes / and everything in it', 'deletes build'], 'allow /'],
  [['deletes ~/old', 'deletes ~/* and everything in it'], 'allow ~'],
  [['deletes ../other', 'deletes /usr/lib and everything in it'], 'allow lib'],
  [['deletes ../other', 'deletes /work and everything in it'], 'work'],
])('asks to type the last part of the destroyed path whose loss is worst: %j', (effects, target) =>
  expect(typedTarget({ effects, cwd: '/work/project' })).toBe(target),
);

it.each([
  [['deletes / and everything in it', 'sudo rm -rf / can’t be undone', 'rm -rf / can’t be undone'], 'rm -rf /'],
  [['deletes build', 'deletes ~ and everything in it', 'rm -rf build can’t be undone', 'rm -rf "~" can’t be undone'], 'rm -rf "~"'],
  [['deletes /usr/lib and everything in it', 'rm -rf /usr/lib can’t be undone'], 'rm -rf /usr/lib'],
  [['deletes . and everything in it', 'rm -rf . can’t be undone'], 'rm -rf .'],
  [['deletes a', 'rm -rf a can’t be undone'], 'rm -rf a'],
  [['deletes dist', 'rm -rf dist can’t be undone'], 'dist'],
  [['deletes dist (not there now)'], 'dist'],
  // What can't be typed as it is shown.
  [['deletes / and everything in it', `rm -rf${' --verbose'.repeat(9)} / can’t be undone`], 'allow /'],
  [['deletes / and everything in it', 'rm  -rf / can’t be undone'], 'allow /'],
  [['deletes / and everything in it', 'rm\u{200b} -rf / can’t be undone'], 'allow /'],
])('asks for the command’s own words where the path is essential or short: %j', (effects, target) =>
  expect(typedTarget({ effects, cwd: '/work/project' })).toBe(target),
);

it.each([
  [['git reset --hard can’t be undone'], 'git reset --hard'],
  [['discards uncommitted changes'], 'allow ui'],
  [['removes files that git doesn’t track', 'git clean -fdx can’t be undone'], 'git clean -fdx'],
  [['removes or moves a branch, with commits that nothing else may hold', 'git branch -D x can’t be undone'], 'branch -D x'],
])('never asks for fewer than four characters: %j', (effects, target) => expect(typedTarget({ effects, cwd: '/work/ui' })).toBe(target));

const final = (line: string) => `${line} can’t be undone`;

it.each([
  ['dropdb shop', 'shop'],
  ['dropdb --force shop', 'shop'],
  ['npm unpublish x', 'unpublish x'],
  ['npm publish', 'npm publish'],
  ['git branch -D old', 'old'],
  ['git tag -d v1', 'v1'],
  ['git branch -D old older', 'old older'],
  ['git push --force', 'git push --force'],
  ['git push origin --delete main', 'main'],
  ['git checkout -- a.ts', 'a.ts'],
  ['kubectl delete ns prod', 'prod'],
  ['kubectl delete pod a -n prod', 'a -n prod'],
  ['terraform destroy', 'terraform destroy'],
  ['aws s3 rb s3://shop --force', 's3://shop'],
  ["psql -c 'DROP TABLE users'", 'users'],
  ['psql -c "TRUNCATE TABLE carts" shop', 'carts'],
  ['git push --force origin feature/cart', 'feature/cart'],
  ['git push --force origin HEAD:feature/cart-with-a-rather-long-branch-name', 'with-a-rather-long-branch-name'],
  ['git branch -D feature/a-branch-of-some-length', 'a-branch-of-some-length'],
  ['docker rm -f web', 'web'],
  ['docker system prune -af', 'docker system prune -af'],
  ['git stash drop', 'git stash drop'],
  ['gh pr merge 12 --squash', '12'],
  ['mongosh shop --eval "db.orders.drop()"', 'shop'],
  ['dd if=/dev/zero of=/dev/sda', 'of=/dev/sda'],
  [`dropdb ${'x'.repeat(70)}`, 'project'],
])('asks for what a command is done to: %s', (line, target) =>
  expect(typedTarget({ effects: [final(line)], cwd: '/work/project' })).toBe(target),
);

it.each([
  [['deletes dist', 'deletes dist2', final('rm -rf dist dist2')], 'dist dist2'],
  [['deletes build', 'deletes ~/old', final('rm -rf build ~/old')], 'build ~/old'],
  [['deletes build', 'deletes / and everything in it', final('rm -rf build /')], 'rm -rf build /'],
  [['deletes my dir', 'deletes x', final('rm -rf "my dir" x')], '"my dir" x'],
  [['deletes one', 'deletes dist', final('rm -rf one'), final('rm -rf dist')], 'rm -rf one'],
  [['deletes src/api', 'writes /tmp/x'], 'src/api'],
  [['deletes the branch old, with commits that nothing else may hold', final('git branch -D old')], 'old'],
  [['moves src/api to /tmp/x'], 'src/api'],
  [['deletes files named *.js that it finds in .', final('find . -name "*.js" -delete')], 'project'],
])('asks for all that one command deletes: %j', (effects, target) => expect(typedTarget({ effects, cwd: '/work/project' })).toBe(target));

it.each([
  [['runs SQL: DELETE FROM orders', final('psql shop -c "DELETE FROM orders"')], 'orders'],
  [['runs SQL: drop table if exists public.orders', final('psql -f x')], 'public.orders'],
  [['removes the containers, networks and volumes of the Compose project, with their data', final('docker compose down -v')], 'volumes'],
  [['stops and removes the containers of the Compose project', final('docker compose down')], 'containers'],
  [['merges the pull request 12 on GitHub, as one commit', final('gh pr merge 12 --squash')], '12'],
  [['removes feature/cart from origin', final('git push origin --delete feature/cart')], 'feature/cart'],
  [['removes the branches old and older, with commits that nothing else may hold'], 'old and older'],
  [['removes the container web, even if it runs', final('docker rm -f web')], 'web'],
  [['removes the volume shop_db with its data'], 'shop_db'],
  [
    ['copies dist/ to web:/srv/www, and removes there what dist/ doesn’t have', final('rsync -a --delete dist/ web:/srv/www')],
    'web:/srv/www',
  ],
  [['ends all processes with vite in their command line', final('pkill -f vite')], 'vite'],
  [['removes pod a from the cluster, namespace prod', final('kubectl delete pod web -n prod')], 'kubectl delete pod web -n prod'],
  [['removes pod web from the cluster, namespace prod', final('kubectl delete pod web -n prod')], 'web'],
  [['removes files named *.js that it finds in .', final('find . -name "*.js" -delete')], 'project'],
  [['removes files named *.js that it finds in src/web'], 'src/web'],
  [['deletes the files that its input names'], 'project'],
  [['deletes …'], 'project'],
  [['deletes {}'], 'project'],
  [['deletes "$X"', final('rm -rf "$X"')], 'project'],
  [['deletes [ab]*'], 'project'],
  [['deletes old/*', final('rm -r old/*')], 'allow old'],
])('asks for the object that the effects name, with what is on any keyboard: %j', (effects, target) =>
  expect(typedTarget({ effects, cwd: '/work/project' })).toBe(target),
);

it('never asks for a text that can’t be typed', () => expect(typedTarget({ effects: [], cwd: '/work/{…}' })).toBe('allow'));
