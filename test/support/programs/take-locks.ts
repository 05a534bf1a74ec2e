import { lockSession } from '#main/session/session-lock.ts';

/** A program over session folders: on the start signal, takes every lock it can get, prints which, and keeps them until it exits. */
process.stdout.write('ready\n');
process.stdin.once('data', () => {
  const taken = process.argv.slice(2).filter((folder) => {
    try {
      lockSession(folder);
      return true;
    } catch {
      return false;
    }
  });
  process.stdout.write(`${JSON.stringify(taken)}\n`);
});
