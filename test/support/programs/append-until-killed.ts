import { writeSync } from 'node:fs';
import { SessionLog } from '#main/session/log.ts';

/** Appends to the log in the given folder and prints what is reported as stored, until it is killed. */
const [folder = ''] = process.argv.slice(2);
const log = SessionLog.create(folder);
for (let number = 1; ; number += 1) {
  const { seq } = log.append({ type: 'session.title', data: { title: 'x'.repeat(number % 5000) } });
  writeSync(1, `${seq}\n`);
}
