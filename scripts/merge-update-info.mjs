// node scripts/merge-update-info.mjs DIR: DIR has a folder of packages for each machine that built some. Moves all files into DIR. The
// descriptions of the new version (latest*.yml) that several machines wrote become one that lists the files of all.
import { existsSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { fail } from './lib/say.mjs';

try {
  mergeInto(process.argv[2] ?? '');
} catch (error) {
  fail(error);
}

function mergeInto(dir) {
  for (const machine of readdirSync(dir, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    const from = path.join(dir, machine.name);
    for (const name of readdirSync(from)) {
      const to = path.join(dir, name);
      if (!existsSync(to)) renameSync(path.join(from, name), to);
      else if (/^latest.*\.yml$/u.test(name)) merge(path.join(from, name), to);
      else throw new Error(`Two machines built ${name}. Give its name the processor (artifactName in electron-builder.yml).`);
    }
    rmdirSync(from);
  }
}

function merge(from, into) {
  const [one, other] = [into, from].map((file) => parse(readFileSync(file, 'utf8')));
  if (one.version !== other.version) throw new Error(`${path.basename(into)} describes ${one.version} and ${other.version}.`);
  writeFileSync(into, stringify({ ...one, files: [...one.files, ...other.files] }));
  rmSync(from);
}
