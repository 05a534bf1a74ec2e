import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from './test-engine.ts';

describe('what a destructive command does, in words', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());

  it.each([
    ['docker system prune -af', 'removes stopped containers, unused networks, images that no container uses and the build cache'],
    [
      'docker system prune --volumes',
      'removes stopped containers, unused networks, untagged images, unused volumes with their data and the build cache',
    ],
    ['docker --context far volume prune -f', 'removes volumes that no container uses, with their data'],
    ['docker image prune', 'removes untagged images'],
    ['docker container prune', 'removes all stopped containers'],
    ['podman network prune', 'removes networks that no container uses'],
    ['docker volume rm shop_data', 'removes the volume shop_data with its data'],
    ['docker compose -f dev.yml down -v', 'removes the containers, networks and volumes of the Compose project, with their data'],
    ['terraform destroy', 'destroys everything that Terraform manages in this folder'],
    ['terraform -chdir=infra destroy -auto-approve', 'destroys everything that Terraform manages in infra'],
    ['terraform destroy -target=aws_instance.web', 'destroys aws_instance.web and what depends on it'],
    ['terraform apply -auto-approve', 'creates, changes and destroys what Terraform manages, without showing its plan first'],
    ['tofu apply -destroy', 'destroys everything that OpenTofu manages in this folder'],
    ['dropdb shop', 'removes the database shop with its data'],
    ['dropdb -h db.example.com --if-exists shop', 'removes the database shop with its data on db.example.com'],
    ['dropdb "$DB"', 'removes a database with its data'],
    ['dropdb --unknown far shop', 'removes a database with its data'],
    ['dropuser bob', 'removes the database user bob'],
    ['sudo dropdb shop', 'removes the database shop with its data'],
    ['npm unpublish left-pad@1.0.0', 'removes left-pad@1.0.0 from the registry, for everyone'],
    ['npm unpublish --force', 'removes a package from the registry, for everyone'],
    ['npm deprecate left-pad "use padStart"', 'marks left-pad in the registry as deprecated'],
    ['npm deprecate left-pad ""', 'marks left-pad in the registry as no longer deprecated'],
    ['git reflog expire --expire=now --all', 'removes entries of the reflog, the way back to commits that no branch holds'],
    ['git worktree remove x', 'removes the worktree x'],
    ['git -C sub worktree remove --force ../x', 'removes the worktree ../x, with its uncommitted changes'],
    ['git worktree add -b next ../next', 'creates a worktree in ../next'],
    ['git worktree prune', 'forgets worktrees whose folders are gone'],
    ['kubectl delete pod web -n prod', 'removes pod web from the cluster, namespace prod'],
    ['kubectl delete -f k8s/web.yaml', 'removes from the cluster what k8s/web.yaml lists'],
    ['kubectl delete pods --all', 'removes all pods from the cluster'],
    ['kubectl --context=far delete ns shop', 'removes ns shop, and everything in it, from the cluster'],
    ['helm uninstall shop', 'removes the release shop from the cluster'],
    ['aws --profile p s3 rm s3://bucket/logs --recursive', 'removes s3://bucket/logs and everything in it'],
    ['aws s3 sync dist s3://shop --delete', 'copies dist to s3://shop, and removes there what dist doesn’t have'],
    ['aws s3 sync s3://shop dist', 'copies s3://shop to dist'],
    ['npm audit fix', 'changes installed packages to repaired versions'],
    ['npm audit fix --force', 'changes installed packages, also to versions that break the project'],
    ['docker run -d -p 80:80 nginx', 'starts a container of nginx'],
    [
      'docker run --rm -v $PWD:/app -w /app node:22 npm test --watch',
      'starts a container of node:22, with this folder as /app: npm test --watch',
    ],
    ['docker run --rm -v "$(pwd)":/app node:22 ls', 'starts a container of node:22, with this folder as /app: ls'],
    [
      'podman run -v .:/src:ro -v data:/var/lib -v /etc:/x a/b ls',
      'starts a container of a/b, with this folder as /src, which it only reads, the volume data as /var/lib and /etc as /x: ls',
    ],
    ['docker run alpine sh -c "$X"', 'starts a container of alpine, and runs a command in it'],
    ['aws s3 rb s3://bucket --force', 'removes the bucket s3://bucket and everything in it'],
    ['gh repo delete me/shop --yes', 'removes the repository me/shop from GitHub, with its issues'],
    ['gh release delete v1.0 -y --cleanup-tag', 'removes the release v1.0 and its tag from GitHub'],
    ['redis-cli FLUSHALL', 'removes all data of the Redis server'],
    ['redis-cli -h cache -n 3 flushdb', 'removes all data of the Redis database 3 on cache'],
    ['cargo yank --version 1.0.0 shop', 'withdraws shop 1.0.0 in the registry: new projects can’t use it'],
    ['cargo yank shop@1.0.0 --undo', 'lets new projects use shop@1.0.0 from the registry again'],
    ['systemctl stop nginx', 'stops the service nginx'],
    ['systemctl --user disable --now nginx redis', 'keeps the services nginx and redis from starting by themselves, and stops them'],
  ])('%s: %s', (command, effect) => expect(engine.bash(command).effects).toContain(effect));

  it.each([
    ['git worktree remove --force x', /^writes /u],
    ['git worktree add -b next ../next', /^writes /u],
    ['git reflog expire --dry-run --all', /^removes /u],
    ['helm uninstall shop --dry-run', /^removes /u],
    ['aws s3 rm s3://bucket/logs --dryrun', /^removes /u],
    ['aws s3 sync dist s3://shop --delete --dryrun', /^copies /u],
    ['npm audit fix --dry-run', /^changes /u],
    ['docker run --privileged alpine ls', /^starts /u],
    ['docker run --entrypoint sh alpine -c ls', /^starts /u],
    ['docker run -v $X:/app alpine ls', /^starts /u],
    ['docker run -v $PWD:/a -v $X:/b alpine ls', /^starts /u],
    ['docker run --mount type=bind,src=/,dst=/x alpine ls', /^starts /u],
    ['docker run prune system', /^removes /u],
    ['kubectl get delete', /^removes /u],
    ['terraform plan -destroy', /^destroys /u],
  ])('%s: not %s', (command, effect) => expect(engine.bash(command).effects).not.toContainEqual(expect.stringMatching(effect)));

  it('adds to what was said before', () => {
    expect(engine.bash('kubectl delete pod web').effects).toEqual(
      expect.arrayContaining(['connects to other machines (kubectl)', 'kubectl delete pod web can’t be undone']),
    );
    expect(engine.bash('helm uninstall shop')).toMatchObject({ behavior: 'ask', risk: 'execute' });
  });
});
