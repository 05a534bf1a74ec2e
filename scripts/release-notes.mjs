// node scripts/release-notes.mjs VERSION: prints the entries of CHANGELOG.md for that version. Fails if there are none.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './lib/paths.mjs';
import { fail } from './lib/say.mjs';

const version = process.argv[2] ?? '';
const sections = readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8').split(/^## /mu).slice(1);
const section = sections.find((text) => new RegExp(`^\\[?${version.replaceAll('.', '\\.')}\\]?(?:\\s|$)`, 'u').test(text));
const notes = section?.slice(section.indexOf('\n')).trim();
if (notes) process.stdout.write(`${notes}\n`);
else fail(new Error(`CHANGELOG.md has no entries for version “${version}”.`));
