import { lockSession } from '#main/session/session-lock.ts';

/** Run as a program over session folders: when told to go, takes the lock of each that it can get, says which, and keeps them until it is ended. */
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
