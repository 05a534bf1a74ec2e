import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from './test-engine.ts';

describe('what a command does to the files it names', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());

  it.each([
    ['mv src/api /tmp/x', ['moves src/api to /tmp/x']],
    ['mv -t lib a b', ['moves a and b to lib']],
    ['cp -r src a', ['copies src to a']],
    ['git mv a b', ['moves a to b']],
    ['chmod -R 777 src', ['changes the permissions of src and everything in it']],
    ['chmod -R go-w src lib', ['changes the permissions of src, lib and everything in them']],
    ['chmod +x a.sh b.sh', ['changes the permissions of a.sh and b.sh']],
    ['chmod -x a.sh', ['changes the permissions of a.sh']],
    ['chown -R me:me src', ['changes the owner of src and everything in it']],
    ['chgrp staff a', ['changes the group of a']],
    ['truncate -s 0 a', ['leaves a empty']],
    ['truncate --size=10K a', ['changes the size of a']],
    ['tee a.txt', ['writes a.txt, replacing its content']],
    ['tee a.txt src/a.ts', ['writes a.txt and src/a.ts, replacing their content']],
    ['ls | tee -a a.txt', ['adds to a.txt']],
    ['tee new', ['creates new']],
    ['ls | tee -a new newer', ['creates new and newer']],
    ['tee new a.txt', ['writes new and a.txt, replacing their content']],
    ['ls > a.txt', ['writes a.txt, replacing its content']],
    ['ls &> a.txt', ['writes a.txt, replacing its content']],
    ['ls >> a.txt', ['adds to a.txt']],
    ['> a.txt', ['leaves a.txt empty']],
    [': > a.txt', ['leaves a.txt empty']],
    ['ls > new', ['creates new']],
    ['ls >> src/deep/new.ts', ['creates src/deep/new.ts']],
    ['> new', ['creates new']],
    ['if true; then ls; fi > a.txt', ['writes a.txt, replacing its content']],
    ['f() { ls; } > a.txt', ['writes a.txt, replacing its content']],
    ['ls > /dev/sda', ['writes /dev/sda']],
    ['mkdir -p src/cart', ['creates the folder src/cart']],
    ['mkdir a b', ['creates the folders a and b']],
    ['rmdir old', ['removes the folder old if it is empty']],
    ['touch new', ['creates new']],
    ['touch a.txt', ['changes the time of a.txt']],
    ['rm new', ['deletes new (not there now)']],
    ['rm -rf new a.txt', ['deletes new (not there now)', 'deletes a.txt']],
    ['touch new && rm new', ['deletes new (not there now)', 'creates new']],
    // Their files are elsewhere.
    ['docker rm new', ['deletes new', 'removes the container new']],
  ])('%s: %j', (command, effects) => {
    expect(engine.bash(command).effects.filter((effect) => !effect.endsWith('can’t be undone'))).toEqual(effects);
  });

  it('a redirection to a variable doesn’t pass for one to a file of that name', () => {
    expect(engine.bash('ls > $f').message).toBe('It writes a file whose name is known only when it runs ($f), which no Edit rule allows.');
  });

  it.each([
    ['rm -rf new', false],
    ['rm -rf new src', true],
    ['rm -rf src', true],
    ['rm -rf new*', true],
  ])('whether %s can’t be undone: %j', (command, isFinal) =>
    expect(engine.bash(command).effects.includes(`${command} can’t be undone`)).toBe(isFinal),
  );

  it.each([
    ['mv "$X" lib', 'deletes "$X"'],
    ['cp --unknown a b', 'writes b'],
    ['chmod --reference=a b', 'reads a'],
    ['git -C sub mv a b', 'writes sub/b'],
    ['mv a b && cat a', 'reads a'],
    ['cp a b > a.txt', 'writes a.txt, replacing its content'],
    ['ls > "$X"', 'writes a file whose name is known only when it runs ("$X")'],
    ['ls >> $X', 'writes a file whose name is known only when it runs ($X)'],
    ['ls > ~other/a', 'writes a file whose name is known only when it runs (~other/a)'],
    ['rm "$X"', 'deletes "$X"'],
    ['cp ~/.ssh/id_rsa a', '~/.ssh/id_rsa may contain keys, passwords or tokens'],
  ])('%s: still %s', (command, effect) => expect(engine.bash(command).effects).toContain(effect));
});
